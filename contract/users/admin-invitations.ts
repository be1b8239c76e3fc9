import * as v from 'valibot'
import { acknowledgement, givenId } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { invitationsNotOffered, unknownUser, userInactive } from './save-user.ts'

const input = v.strictObject({ id: givenId })

/** POST /admin/users/{id}/invitation, an addition: sends it again; the earlier link ends. */
export const sendInvitationEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/users/:id/invitation',
  access: 'manage:users',
  input,
  output: acknowledgement,
})

/** DELETE /admin/users/{id}/invitation, an addition: the link ends; the user stays. */
export const endInvitationEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/admin/users/:id/invitation',
  access: 'manage:users',
  input,
  output: acknowledgement,
})

export const hasPassword = defineError({
  code: 'has_password',
  status: 409,
  description: 'The user has a password already',
  params: noParams,
  sentence: () => 'This user has a password already, and needs no invitation',
})

export const notInvited = defineError({
  code: 'not_invited',
  status: 409,
  description: 'The user has no invitation that could be withdrawn',
  params: noParams,
  sentence: () => 'This user has no open invitation',
})

const fields = [{ id: 'The user.' }]
const examples = {
  input: { id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11' },
  output: { success: true },
}

export const sendInvitationCall = describeCall(sendInvitationEndpoint, {
  summary: 'Invite a user without a password, or send the invitation again',
  description: 'A mail with a link to set the first password, for 72 hours. An earlier link ends.',
  tag: 'Administration',
  fields,
  examples,
  errors: [unknownUser, invitationsNotOffered, userInactive, hasPassword],
})

export const endInvitationCall = describeCall(endInvitationEndpoint, {
  summary: 'Withdraw an invitation',
  description: 'The link ends. The user stays, and can be invited again.',
  tag: 'Administration',
  fields,
  examples,
  errors: [unknownUser, notInvited],
})
