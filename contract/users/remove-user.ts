import * as v from 'valibot'
import { acknowledgement, givenId } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { lastAdmin, unknownUser } from './save-user.ts'

/** DELETE /admin/users/{id} (R331, R345-R347, R361): permanent; users cannot remove themselves. */
export const removeUserEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/admin/users/:id',
  access: 'manage:users',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: givenId }),
  output: acknowledgement,
})

export const ownAccount = defineError({
  code: 'own_account',
  status: 409,
  description: 'The user is the caller',
  params: noParams,
  sentence: () => 'You cannot remove yourself from the system!',
})

export const removeUserCall = describeCall(removeUserEndpoint, {
  summary: 'Remove a user permanently',
  tag: 'Administration',
  fields: [{ id: 'The user to remove.' }],
  examples: { input: { id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11' }, output: { success: true } },
  errors: [unknownUser, ownAccount, lastAdmin],
})
