import * as v from 'valibot'
import { givenId } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { lastAdmin, unknownUser } from './save-user.ts'

export const ownAccount = defineError(409, 'own_account', {
  description: 'The user is the caller',
  sentence: () => 'You cannot remove yourself from the system!',
})

/** Permanent; users cannot remove themselves. */
export const removeUserEndpoint = defineEndpoint('DELETE /admin/users/:id', {
  summary: 'Remove a user permanently',
  access: 'manage:users',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: field(givenId, 'The user to remove.') }),
  errors: [unknownUser, ownAccount, lastAdmin],
})
