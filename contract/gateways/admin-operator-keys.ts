import * as v from 'valibot'
import { acknowledgement, count, filledList, givenId, id, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { confirmationRequired, removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { limits } from '../core/limits.ts'
import { gatewayKey, gatewayKeyFields, givenExpiry } from './gateway-key.ts'
import { givenKey, issuedKey, keyIssuedAlready } from './issue-key.ts'

/** At most this many of the organizations that were chosen for a key are named. */
export const mostNamedCovered = 10

/** Why a super admin has to look at a key of the operator. */
export const keyNeeds = ['expiring', 'expired', 'unused'] as const
export type KeyNeed = (typeof keyNeeds)[number]

/** A key of the operator as it is listed (decision 0128). */
const operatorKey = object({
  ...gatewayKey.entries,
  covers_all: v.nullish(v.boolean(), false),
  organization_count: count,
  organizations: v.nullish(v.array(object({ id, name: text })), []),
})

/** Null for all organizations, so that a list that became empty by mistake is not all. */
const givenCover = v.nullable(filledList(givenId, limits.coveredOrganizations))

/** GET /admin/operator-keys, an addition. */
export const listOperatorKeysEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/operator-keys',
  access: 'manage:organizations',
  input: v.undefined(),
  output: object({ keys: v.array(operatorKey) }),
})

/** POST /admin/operator-keys, an addition: only this answer holds the key. */
export const issueOperatorKeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/operator-keys',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({ ...givenKey, organization_ids: givenCover }),
  output: object({ ...operatorKey.entries, ...issuedKey }),
})

/** POST /admin/operator-keys/{id}/expiry, an addition. A later end takes a recent confirmation. */
export const expireOperatorKeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/operator-keys/:id/expiry',
  access: 'manage:organizations',
  input: v.strictObject({ id: givenId, expires_at: givenExpiry }),
  output: acknowledgement,
})

/** POST /admin/operator-keys/{id}/organizations, an addition. More of them take a confirmation. */
export const coverByOperatorKeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/operator-keys/:id/organizations',
  access: 'manage:organizations',
  input: v.strictObject({ id: givenId, organization_ids: givenCover }),
  output: acknowledgement,
})

/** DELETE /admin/operator-keys/{id}, an addition: the key stops working at once. */
export const revokeOperatorKeyEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/admin/operator-keys/:id',
  access: 'manage:organizations',
  input: v.strictObject({ id: givenId }),
  output: acknowledgement,
})

export const unknownOperatorKey = defineError({
  code: 'unknown_operator_key',
  status: 404,
  description: 'The operator has no such key, or only a revoked one',
  params: noParams,
  sentence: () => 'The operator has no such gateway key',
})

const keyId = '0198a3c2-c4e7-7d18-92b5-61f0a8e3d7c4'
const organizationId = '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093'

const fields: FieldDescriptions = {
  ...gatewayKeyFields,
  covers_all: 'Whether it is for all organizations, also those to come.',
  organization_count: 'How many organizations were chosen for it; 0 for one that is for all.',
  organizations: `The first ${mostNamedCovered} of those by name.`,
  name: 'The name of the organization.',
  organization_ids:
    'The organizations that the key is for; null for all, also those to come. Never an empty list.',
}

const shown = {
  id: keyId,
  scope: 'report' as const,
  note: 'The mail host',
  state: 'valid' as const,
  created_at: '2025-01-05T08:00:00.000Z',
  last_used_at: null,
  expires_at: '2027-01-31T00:00:00.000Z',
  revoked_at: null,
  networks: '192.0.2.0/24',
  covers_all: false,
  organization_count: 1,
  organizations: [{ id: organizationId, name: 'Cedar Clinic' }],
}

export const listOperatorKeysCall = describeCall(listOperatorKeysEndpoint, {
  summary: "The operator's gateway keys",
  description:
    'Keys of one mail host for many organizations: all of them, the newest first, with those that expired or were revoked.',
  tag: 'Administration',
  fields: [fields, { keys: 'The keys, without the secrets themselves.' }],
  examples: {
    output: {
      keys: [{ ...shown, last_used_at: '2025-03-01T09:30:00.000Z' }],
    },
  },
})

export const issueOperatorKeyCall = describeCall(issueOperatorKeyEndpoint, {
  summary: "Issue an operator's gateway key",
  description:
    'Only this answer holds the key. Repeated with the same `request_id`, the call replaces the secret of the key as long as it was not used, so that a lost answer leaves no second key.',
  tag: 'Administration',
  fields: [
    fields,
    {
      request_id:
        'Random, 32 hexadecimal digits, so that the call can be repeated. Becomes the id of the key.',
      key: 'The key itself, shown once and stored as a hash.',
    },
  ],
  examples: {
    input: {
      request_id: '4d1c6b0de2a84f7d8c3b5a6e7d8f9077',
      scope: 'report',
      note: 'The mail host',
      expires_at: '2027-01-31T00:00:00.000Z',
      networks: '192.0.2.0/24',
      organization_ids: [organizationId],
    },
    output: {
      ...shown,
      id: '4d1c6b0de2a84f7d8c3b5a6e7d8f9077',
      key: 'aman_gateway_A-key-that-is-shown-only-once',
    },
  },
  errors: [keyIssuedAlready, removedMeanwhile],
})

export const expireOperatorKeyCall = describeCall(expireOperatorKeyEndpoint, {
  summary: "Set when an operator's gateway key ends",
  description: 'A later end takes a confirmation of who acts within the last ten minutes.',
  tag: 'Administration',
  fields: [fields, { id: 'The key, which is not revoked.' }],
  examples: {
    input: { id: keyId, expires_at: '2027-01-31T00:00:00.000Z' },
    output: { success: true },
  },
  errors: [unknownOperatorKey, confirmationRequired],
})

export const coverByOperatorKeyCall = describeCall(coverByOperatorKeyEndpoint, {
  summary: "Set which organizations an operator's gateway key is for",
  description:
    'The list replaces the one before. An organization that it adds takes a confirmation of who acts within the last ten minutes.',
  tag: 'Administration',
  fields: [fields, { id: 'The key, which is not revoked.' }],
  examples: {
    input: { id: keyId, organization_ids: [organizationId] },
    output: { success: true },
  },
  errors: [unknownOperatorKey, confirmationRequired, removedMeanwhile],
})

export const revokeOperatorKeyCall = describeCall(revokeOperatorKeyEndpoint, {
  summary: "Revoke an operator's gateway key",
  tag: 'Administration',
  fields: [fields, { id: 'The key to revoke.' }],
  examples: { input: { id: keyId }, output: { success: true } },
  errors: [unknownOperatorKey],
})
