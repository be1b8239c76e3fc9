import * as v from 'valibot'
import { filledList, givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { limits } from '../core/limits.ts'
import { lastAdmin, ownDeactivation, unknownUser } from './save-user.ts'

/**
 * POST /admin/users/status, an addition: makes users active or inactive, all of them or none. An
 * inactive user cannot sign in and has no sessions; all data stays.
 */
export const setUserStatusEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/users/status',
  access: 'manage:users',
  input: v.strictObject({
    ids: filledList(givenId, limits.usersAtOnce),
    is_active: v.boolean(),
  }),
  output: object({ success: v.optional(v.boolean(), true), changed: v.number() }),
})

export const setUserStatusCall = describeCall(setUserStatusEndpoint, {
  summary: 'Make users active or inactive',
  description:
    'All of them are changed, or none. The sessions of inactive users end at once. To make a user active needs a recent confirmation.',
  tag: 'Administration',
  fields: [
    {
      ids: {
        description: `The users, up to ${limits.usersAtOnce}.`,
        example: ['0198a3c2-6d41-7a53-9b1e-2f7c5d904e11'],
      },
      is_active: { description: 'Whether they may sign in from now on.', example: false },
      changed: { description: 'How many were not so before.', example: 1 },
    },
  ],
  examples: {
    input: { ids: ['0198a3c2-6d41-7a53-9b1e-2f7c5d904e11'], is_active: false },
    output: { success: true, changed: 1 },
  },
  errors: [unknownUser, ownDeactivation, lastAdmin, confirmationRequired],
})
