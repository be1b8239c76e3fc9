import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { acknowledgement, givenId } from '../fields/basic.ts'

/** DELETE /admin/users/{id} (R331, R345-R347, R361): permanent; users cannot remove themselves. */
export const adminUsersRemoveEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/admin/users/:id',
  access: 'manage:users',
  input: v.strictObject({ id: givenId }),
  output: acknowledgement,
})
