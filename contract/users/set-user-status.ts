import * as v from 'valibot'
import { filledList, givenId, object } from '../core/basic.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { lastAdmin, ownDeactivation, unknownUser } from './save-user.ts'

export const givenStatus = v.strictObject({
  ids: field(filledList(givenId, limits.usersAtOnce), `The users, up to ${limits.usersAtOnce}.`),
  is_active: field(v.boolean(), 'Whether they may sign in from now on.', false),
})

export const changedStatus = object({
  success: field(v.optional(v.boolean(), true), 'True; an error has false.'),
  changed: field(v.number(), 'How many were not so before.', 1),
})

export const setUserStatusEndpoint = defineEndpoint('POST /admin/users/status', {
  summary: 'Make users active or inactive',
  description:
    'All of them are changed, or none. The sessions of inactive users end at once. To make a user active needs a recent confirmation.',
  access: 'manage:users',
  input: givenStatus,
  output: changedStatus,
  errors: [unknownUser, ownDeactivation, lastAdmin, confirmationRequired],
})
