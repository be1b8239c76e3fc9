import * as v from 'valibot'
import { acknowledgement, givenId, object, optionalLine, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { limits } from '../core/limits.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { invitationsNotOffered } from '../users/save-user.ts'
import { scimToken } from './scim-token.ts'

const fields: FieldDescriptions = {
  organization_id: 'The organization whose users are provisioned.',
  base_address: {
    description: 'The base address of SCIM for the identity provider.',
    format: 'uri',
  },
  sends_invitations: 'Whether a new user who is active gets a mail with an invitation.',
  tokens: 'The tokens, the newest first, with those that were revoked.',
  note: 'Which provider has the token, in the words of who made it.',
  last_used_at: {
    description: 'When it was last used, to the minute; null if it never was.',
    format: 'date-time',
    example: '2025-03-01T09:30:00.000Z',
  },
  revoked_at: {
    description: 'When it was revoked; null if it was not.',
    format: 'date-time',
    example: '2026-01-31T09:30:00.000Z',
  },
}

const clinic = '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093'
const token = {
  id: '0198a3c2-a114-7b02-9c37-58e1d0f4b6a9',
  note: 'Entra ID',
  created_at: '2025-01-05T08:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
}

/** GET /admin/organizations/{organization_id}/scim, an addition. */
export const showScimEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/organizations/:organization_id/scim',
  access: 'manage:organizations',
  input: v.strictObject({ organization_id: givenId }),
  output: object({
    base_address: text,
    sends_invitations: v.optional(v.boolean(), false),
    tokens: v.array(scimToken),
  }),
})

export const showScimCall = describeCall(showScimEndpoint, {
  summary: "How an organization's identity provider keeps its users",
  tag: 'Administration',
  fields: [fields],
  examples: {
    input: { organization_id: clinic },
    output: {
      base_address: 'https://aman.clinic.example/api/scim/v2',
      sends_invitations: false,
      tokens: [token],
    },
  },
  errors: [unknownOrganization],
})

/** POST /admin/organizations/{organization_id}/scim, an addition. */
export const saveScimEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/organizations/:organization_id/scim',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({ organization_id: givenId, sends_invitations: v.boolean() }),
  output: acknowledgement,
})

export const saveScimCall = describeCall(saveScimEndpoint, {
  summary: 'Set whether provisioned users are invited',
  tag: 'Administration',
  fields: [fields],
  examples: {
    input: { organization_id: clinic, sends_invitations: false },
    output: { success: true },
  },
  errors: [unknownOrganization, invitationsNotOffered, removedMeanwhile],
})

/**
 * POST /admin/organizations/{organization_id}/scim/tokens, an addition: makes a token, which only
 * this answer holds.
 */
export const addScimTokenEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/organizations/:organization_id/scim/tokens',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({ organization_id: givenId, note: optionalLine(limits.name) }),
  output: object({ ...scimToken.entries, token: v.pipe(v.string(), v.minLength(1)) }),
})

export const addScimTokenCall = describeCall(addScimTokenEndpoint, {
  summary: 'Make a token for an identity provider',
  description: 'Only this answer holds the token.',
  tag: 'Administration',
  fields: [fields, { token: 'The token itself, shown once and stored as a hash.' }],
  examples: {
    input: { organization_id: clinic, note: 'Entra ID' },
    output: { ...token, token: 'aman_scim_A-token-that-is-shown-only-once' },
  },
  errors: [unknownOrganization, removedMeanwhile],
})

/**
 * DELETE /admin/organizations/{organization_id}/scim/tokens/{id}, an addition: the token stops
 * working at once. It stays in the list, and revoking it again changes nothing.
 */
export const removeScimTokenEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/admin/organizations/:organization_id/scim/tokens/:id',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({ organization_id: givenId, id: givenId }),
  output: acknowledgement,
})

export const unknownScimToken = defineError({
  code: 'unknown_scim_token',
  status: 404,
  description: 'The organization has no such token',
  params: noParams,
  sentence: () => 'The organization has no such token',
})

export const removeScimTokenCall = describeCall(removeScimTokenEndpoint, {
  summary: 'Revoke a token of an identity provider',
  tag: 'Administration',
  fields: [fields, { id: 'The token to revoke.' }],
  examples: {
    input: { organization_id: clinic, id: token.id },
    output: { success: true },
  },
  errors: [unknownScimToken],
})
