import * as v from 'valibot'
import { acknowledgement, givenId } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { hasPassword, notInvited } from './admin-invitations.ts'
import { domainNotApproved, tooManyInvitations } from './invite-own-users.ts'
import { invitationsNotOffered, unknownUser, userInactive } from './save-user.ts'

const input = v.strictObject({ id: givenId })

/** POST /organization/users/{id}/invitation, an addition: sends it again; the earlier link ends. */
export const sendOwnInvitationEndpoint = defineEndpoint({
  method: 'POST',
  path: '/organization/users/:id/invitation',
  access: 'manage:own-organization',
  input,
  output: acknowledgement,
})

/** DELETE /organization/users/{id}/invitation, an addition: the link ends; the user stays. */
export const withdrawOwnInvitationEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/organization/users/:id/invitation',
  access: 'manage:own-organization',
  input,
  output: acknowledgement,
})

const fields = [{ id: 'The user.' }]
const examples = {
  input: { id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11' },
  output: { success: true },
}

export const sendOwnInvitationCall = describeCall(sendOwnInvitationEndpoint, {
  summary: 'Send the invitation of a user of the own organization again',
  description: 'A mail with a link to set the first password, for 72 hours. An earlier link ends.',
  tag: 'Own organization',
  fields,
  examples,
  errors: [
    unknownUser,
    invitationsNotOffered,
    userInactive,
    hasPassword,
    domainNotApproved,
    tooManyInvitations,
  ],
})

export const withdrawOwnInvitationCall = describeCall(withdrawOwnInvitationEndpoint, {
  summary: 'Withdraw an invitation to the own organization',
  description: 'The link ends. The user stays, and can be invited again.',
  tag: 'Own organization',
  fields,
  examples,
  errors: [unknownUser, notInvited],
})
