import * as v from 'valibot'
import {
  count,
  falseIfMissing,
  filledList,
  givenId,
  id,
  object,
  rows,
  text,
} from '../core/basic.ts'
import { confirmationRequired, removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { gatewayKey, givenExpiry } from './gateway-key.ts'
import { givenKey, issuedKey, keyIssuedAlready } from './issue-key.ts'

/** At most this many of the organizations that were chosen for a key are named. */
export const mostNamedCovered = 10

/** Why a super admin has to look at a key of the operator. */
export const keyNeeds = ['expiring', 'expired', 'unused'] as const
export type KeyNeed = (typeof keyNeeds)[number]

/** A key of the operator as it is listed (decision 0128). */
const operatorKey = object({
  ...gatewayKey.entries,
  covers_all: field(falseIfMissing, 'Whether it is for all organizations, also those to come.'),
  organization_count: field(
    count,
    'How many organizations were chosen for it; 0 for one that is for all.',
    1,
  ),
  organizations: rows(`The first ${mostNamedCovered} of those by name.`, {
    id: field(id, 'The id of the row.', shown.organization),
    name: field(text, 'The name of the organization.', 'Cedar Clinic'),
  }),
})

/** Null for all organizations, so that a list that became empty by mistake is not all. */
const givenCover = v.nullable(filledList(givenId, limits.coveredOrganizations))

export const unknownOperatorKey = defineError(404, 'unknown_operator_key', {
  description: 'The operator has no such key, or only a revoked one',
  sentence: () => 'The operator has no such gateway key',
})

export const listOperatorKeysEndpoint = defineEndpoint('GET /admin/operator-keys', {
  summary: "The operator's gateway keys",
  description:
    'Keys of one mail host for many organizations: all of them, the newest first, with those that expired or were revoked.',
  access: 'manage:organizations',
  output: object({
    keys: field(v.array(operatorKey), 'The keys, without the secrets themselves.'),
  }),
})

const organizationIds = field(
  givenCover,
  'The organizations that the key is for; null for all, also those to come. Never an empty list.',
  [shown.organization],
)

export const issueOperatorKeyEndpoint = defineEndpoint('POST /admin/operator-keys', {
  summary: "Issue an operator's gateway key",
  description:
    'Only this answer holds the key. Repeated with the same `request_id`, the call replaces the secret of the key as long as it was not used, so that a lost answer leaves no second key.',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({
    ...givenKey,
    organization_ids: organizationIds,
  }),
  output: object({ ...operatorKey.entries, ...issuedKey }),
  errors: [keyIssuedAlready, removedMeanwhile],
})

export const expireOperatorKeyEndpoint = defineEndpoint('POST /admin/operator-keys/:id/expiry', {
  summary: "Set when an operator's gateway key ends",
  description: 'A later end takes a confirmation of who acts within the last ten minutes.',
  access: 'manage:organizations',
  input: v.strictObject({
    id: field(givenId, 'The key, which is not revoked.', shown.operatorKey),
    expires_at: field(givenExpiry, gatewayKey.entries.expires_at),
  }),
  errors: [unknownOperatorKey, confirmationRequired],
})

export const coverByOperatorKeyEndpoint = defineEndpoint(
  'POST /admin/operator-keys/:id/organizations',
  {
    summary: "Set which organizations an operator's gateway key is for",
    description:
      'The list replaces the one before. An organization that it adds takes a confirmation of who acts within the last ten minutes.',
    access: 'manage:organizations',
    input: v.strictObject({
      id: field(givenId, 'The key, which is not revoked.', shown.operatorKey),
      organization_ids: organizationIds,
    }),
    errors: [unknownOperatorKey, confirmationRequired, removedMeanwhile],
  },
)

export const revokeOperatorKeyEndpoint = defineEndpoint('DELETE /admin/operator-keys/:id', {
  summary: "Revoke an operator's gateway key",
  access: 'manage:organizations',
  input: v.strictObject({ id: field(givenId, 'The key to revoke.', shown.operatorKey) }),
  errors: [unknownOperatorKey],
})
