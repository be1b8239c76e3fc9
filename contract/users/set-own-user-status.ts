import * as v from 'valibot'
import { filledList, givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { limits } from '../core/limits.ts'
import { unknownUser } from './save-user.ts'

/** POST /organization/users/status, an addition: like `POST /admin/users/status`. */
export const setOwnUserStatusEndpoint = defineEndpoint({
  method: 'POST',
  path: '/organization/users/status',
  access: 'manage:own-organization',
  input: v.strictObject({
    ids: filledList(givenId, limits.usersAtOnce),
    is_active: v.boolean(),
  }),
  output: object({ success: v.optional(v.boolean(), true), changed: v.number() }),
})

export const setOwnUserStatusCall = describeCall(setOwnUserStatusEndpoint, {
  summary: 'Make users of the own organization active or inactive',
  description:
    'All of them are changed, or none. Users of other organizations, super admins and organization admins are answered as unknown. To make a user active needs a recent confirmation.',
  tag: 'Own organization',
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
  errors: [unknownUser, confirmationRequired],
})
