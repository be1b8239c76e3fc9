import * as v from 'valibot'
import { givenId } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { invitationsNotOffered, unknownUser, userInactive } from './save-user.ts'

const input = v.strictObject({ id: field(givenId, 'The user.') })

export const hasPassword = defineError(409, 'has_password', {
  description: 'The user has a password already',
  sentence: () => 'This user has a password already, and needs no invitation',
})

export const notInvited = defineError(409, 'not_invited', {
  description: 'The user has no invitation that could be withdrawn',
  sentence: () => 'This user has no open invitation',
})

export const sendInvitationEndpoint = defineEndpoint('POST /admin/users/:id/invitation', {
  summary: 'Invite a user without a password, or send the invitation again',
  description: 'A mail with a link to set the first password, for 72 hours. An earlier link ends.',
  access: 'manage:users',
  input,
  errors: [unknownUser, invitationsNotOffered, userInactive, hasPassword],
})

export const endInvitationEndpoint = defineEndpoint('DELETE /admin/users/:id/invitation', {
  summary: 'Withdraw an invitation',
  description: 'The link ends. The user stays, and can be invited again.',
  access: 'manage:users',
  input,
  errors: [unknownUser, notInvited],
})
