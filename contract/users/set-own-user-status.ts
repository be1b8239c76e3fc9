import * as v from 'valibot'
import { filledList, givenId, object } from '../core/basic.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { unknownUser } from './save-user.ts'

export const setOwnUserStatusEndpoint = defineEndpoint('POST /organization/users/status', {
  summary: 'Make users of the own organization active or inactive',
  description:
    'All of them are changed, or none. Users of other organizations, super admins and organization admins are answered as unknown. To make a user active needs a recent confirmation.',
  access: 'manage:own-organization',
  input: v.strictObject({
    ids: field(filledList(givenId, limits.usersAtOnce), `The users, up to ${limits.usersAtOnce}.`),
    is_active: field(v.boolean(), 'Whether they may sign in from now on.', false),
  }),
  output: object({
    success: field(v.optional(v.boolean(), true), 'True; an error has false.'),
    changed: field(v.number(), 'How many were not so before.', 1),
  }),
  errors: [unknownUser, confirmationRequired],
})
