import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { acknowledgement, givenId } from '../fields/basic.ts'

/** DELETE /flags/remove/{id} (R183, R356). 404 if the flag does not belong to the signed-in user. */
export const flagsRemoveEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/flags/remove/:id',
  access: 'manage:flags',
  input: v.strictObject({ id: givenId }),
  output: acknowledgement,
})
