import * as v from 'valibot'
import { count, givenId, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { tooManyInvitations } from '../users/invite-own-users.ts'
import { invitationsNotOffered } from '../users/save-user.ts'
import { mailboxesNotOffered } from './own-mailbox.ts'

const description =
  'A mail to each active user who has come and has no watched mailbox, with a link to the own account. Once within 24 hours.'

const output = object({
  invited: field(count, 'How many users were written to.', 12),
})

export const inviteToMailboxesEndpoint = defineEndpoint('POST /admin/mailbox-invitations', {
  summary: 'Invite the users of an organization to have their mailboxes watched',
  description,
  access: 'manage:users',
  input: v.strictObject({
    organization_id: field(givenId, 'The organization.', shown.organization),
  }),
  output,
  errors: [mailboxesNotOffered, invitationsNotOffered, unknownOrganization, tooManyInvitations],
})

export const inviteOwnToMailboxesEndpoint = defineEndpoint(
  'POST /organization/mailbox-invitations',
  {
    summary: 'Invite the users of the own organization to have their mailboxes watched',
    description,
    access: 'manage:own-organization',
    output,
    errors: [mailboxesNotOffered, invitationsNotOffered, tooManyInvitations],
  },
)
