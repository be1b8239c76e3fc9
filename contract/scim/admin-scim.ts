import * as v from 'valibot'
import { givenId, givenOrganization, id, object, optionalLine, text, time } from '../core/basic.ts'
import { removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { invitationsNotOffered } from '../users/save-user.ts'

/**
 * A token of an identity provider as it is listed: never the token itself, of which only a hash is
 * stored.
 */
export const scimToken = object({
  id: field(id, 'The id of the row.', shown.key),
  note: field(text, 'Which provider has the token, in the words of who made it.', 'Entra ID'),
  created_at: field(text, 'When it was created.', '2025-01-05T08:00:00.000Z'),
  last_used_at: field(time, 'When it was last used, to the minute; null if it never was.'),
  revoked_at: field(time, 'When it was revoked; null if it was not.', '2026-01-31T09:30:00.000Z'),
})

const sendsInvitations = field(
  v.optional(v.boolean(), false),
  'Whether a new user who is active gets a mail with an invitation.',
  false,
)

export const showScimEndpoint = defineEndpoint('GET /admin/organizations/:organization_id/scim', {
  summary: "How an organization's identity provider keeps its users",
  access: 'manage:organizations',
  input: v.strictObject({
    organization_id: field(givenOrganization, 'The organization whose users are provisioned.'),
  }),
  output: object({
    base_address: field(
      text,
      'The base address of SCIM for the identity provider.',
      'https://aman.clinic.example/api/scim/v2',
      'uri',
    ),
    sends_invitations: sendsInvitations,
    tokens: field(
      v.array(scimToken),
      'The tokens, the newest first, with those that were revoked.',
    ),
  }),
  errors: [unknownOrganization],
})

export const saveScimEndpoint = defineEndpoint('POST /admin/organizations/:organization_id/scim', {
  summary: 'Set whether provisioned users are invited',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({
    organization_id: field(givenOrganization, 'The organization whose users are provisioned.'),
    sends_invitations: field(v.boolean(), sendsInvitations),
  }),
  errors: [unknownOrganization, invitationsNotOffered, removedMeanwhile],
})

export const addScimTokenEndpoint = defineEndpoint(
  'POST /admin/organizations/:organization_id/scim/tokens',
  {
    summary: 'Make a token for an identity provider',
    description: 'Only this answer holds the token.',
    access: 'manage:organizations',
    requiresRecentConfirmation: true,
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization whose users are provisioned.'),
      note: field(optionalLine(limits.name), scimToken.entries.note),
    }),
    output: object({
      ...scimToken.entries,
      token: field(
        v.pipe(v.string(), v.minLength(1)),
        'The token itself, shown once and stored as a hash.',
        'aman_scim_A-token-that-is-shown-only-once',
      ),
    }),
    errors: [unknownOrganization, removedMeanwhile],
  },
)

export const unknownScimToken = defineError(404, 'unknown_scim_token', {
  description: 'The organization has no such token',
  sentence: () => 'The organization has no such token',
})

/** The token stops working at once. It stays in the list, and revoking it again changes nothing. */
export const removeScimTokenEndpoint = defineEndpoint(
  'DELETE /admin/organizations/:organization_id/scim/tokens/:id',
  {
    summary: 'Revoke a token of an identity provider',
    access: 'manage:organizations',
    requiresRecentConfirmation: true,
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization whose users are provisioned.'),
      id: field(givenId, 'The token to revoke.', shown.key),
    }),
    errors: [unknownScimToken],
  },
)
