import * as v from 'valibot'
import { givenId } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { hasNoFactors } from './reset-factors-of-user.ts'
import { unknownUser } from './save-user.ts'

export const resetFactorsOfOwnUserEndpoint = defineEndpoint(
  'POST /organization/users/:id/factors/reset',
  {
    summary: 'Remove all second factors of a user of the own organization who has lost them',
    description:
      'The recovery codes and all sessions of the user end. A mail tells the user, also at an email that was replaced within the last seven days.',
    access: 'manage:own-organization',
    requiresRecentConfirmation: true,
    input: v.strictObject({ id: field(givenId, 'The user.') }),
    errors: [unknownUser, hasNoFactors],
  },
)
