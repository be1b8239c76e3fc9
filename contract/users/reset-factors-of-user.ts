import * as v from 'valibot'
import { givenId } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { unknownUser } from './save-user.ts'

export const ownFactors = defineError(409, 'own_factors', {
  description: 'Super admins remove their own second factors with their password',
  sentence: () => "Remove your own second factors under 'My account'",
})

export const hasNoFactors = defineError(409, 'has_no_factors', {
  description: 'The user has no second factor',
  sentence: () => 'This user has no second factor',
})

export const resetFactorsOfUserEndpoint = defineEndpoint('POST /admin/users/:id/factors/reset', {
  summary: 'Remove all second factors of a user who has lost them',
  description:
    'The recovery codes and all sessions of the user end. A mail tells the user, also at an email that was replaced within the last seven days.',
  access: 'manage:users',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: field(givenId, 'The user.') }),
  errors: [unknownUser, ownFactors, hasNoFactors],
})
