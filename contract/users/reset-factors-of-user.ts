import * as v from 'valibot'
import { acknowledgement, givenId } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { unknownUser } from './save-user.ts'

/** POST /admin/users/{id}/factors/reset, an addition: for a user who has lost them. */
export const resetFactorsOfUserEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/users/:id/factors/reset',
  access: 'manage:users',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: givenId }),
  output: acknowledgement,
})

export const ownFactors = defineError({
  code: 'own_factors',
  status: 409,
  description: 'Super admins remove their own second factors with their password',
  params: noParams,
  sentence: () => "Remove your own second factors under 'My account'",
})

export const hasNoFactors = defineError({
  code: 'has_no_factors',
  status: 409,
  description: 'The user has no second factor',
  params: noParams,
  sentence: () => 'This user has no second factor',
})

export const resetFactorsOfUserCall = describeCall(resetFactorsOfUserEndpoint, {
  summary: 'Remove all second factors of a user who has lost them',
  description:
    'The recovery codes and all sessions of the user end. A mail tells the user, also at an email that was replaced within the last seven days.',
  tag: 'Administration',
  fields: [{ id: 'The user.' }],
  examples: {
    input: { id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11' },
    output: { success: true },
  },
  errors: [unknownUser, ownFactors, hasNoFactors],
})
