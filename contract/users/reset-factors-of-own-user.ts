import * as v from 'valibot'
import { acknowledgement, givenId } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { hasNoFactors } from './reset-factors-of-user.ts'
import { unknownUser } from './save-user.ts'

/** POST /organization/users/{id}/factors/reset, an addition: for a user who has lost them. */
export const resetFactorsOfOwnUserEndpoint = defineEndpoint({
  method: 'POST',
  path: '/organization/users/:id/factors/reset',
  access: 'manage:own-organization',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: givenId }),
  output: acknowledgement,
})

export const resetFactorsOfOwnUserCall = describeCall(resetFactorsOfOwnUserEndpoint, {
  summary: 'Remove all second factors of a user of the own organization who has lost them',
  description:
    'The recovery codes and all sessions of the user end. A mail tells the user, also at an email that was replaced within the last seven days.',
  tag: 'Own organization',
  fields: [{ id: 'The user.' }],
  examples: {
    input: { id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11' },
    output: { success: true },
  },
  errors: [unknownUser, hasNoFactors],
})
