import { confirmationRequired } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { unknownUser } from './save-user.ts'
import { changedStatus, givenStatus } from './set-user-status.ts'

export const setOwnUserStatusEndpoint = defineEndpoint('POST /organization/users/status', {
  summary: 'Make users of the own organization active or inactive',
  description:
    'All of them are changed, or none. Users of other organizations, super admins and organization admins are answered as unknown. To make a user active needs a recent confirmation.',
  access: 'manage:own-organization',
  input: givenStatus,
  output: changedStatus,
  errors: [unknownUser, confirmationRequired],
})
