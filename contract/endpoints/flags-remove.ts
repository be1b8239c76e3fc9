import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { acknowledgement, givenId } from '../fields/basic.ts'

/** DELETE /flags/remove/{id} (R183, R356). 404 for a flag that is not the signed-in person's. */
export const flagsRemoveEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/flags/remove/:id',
  access: 'manage:flags',
  input: v.strictObject({ id: givenId }),
  output: acknowledgement,
})
