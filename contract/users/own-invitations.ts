import * as v from 'valibot'
import { givenId } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { hasPassword, notInvited } from './admin-invitations.ts'
import { domainNotApproved, tooManyInvitations } from './invite-own-users.ts'
import { invitationsNotOffered, unknownUser, userInactive } from './save-user.ts'

const input = v.strictObject({ id: field(givenId, 'The user.') })

export const sendOwnInvitationEndpoint = defineEndpoint('POST /organization/users/:id/invitation', {
  summary: 'Send the invitation of a user of the own organization again',
  description: 'A mail with a link to set the first password, for 72 hours. An earlier link ends.',
  access: 'manage:own-organization',
  input,
  errors: [
    unknownUser,
    invitationsNotOffered,
    userInactive,
    hasPassword,
    domainNotApproved,
    tooManyInvitations,
  ],
})

export const withdrawOwnInvitationEndpoint = defineEndpoint(
  'DELETE /organization/users/:id/invitation',
  {
    summary: 'Withdraw an invitation to the own organization',
    description: 'The link ends. The user stays, and can be invited again.',
    access: 'manage:own-organization',
    input,
    errors: [unknownUser, notInvited],
  },
)
