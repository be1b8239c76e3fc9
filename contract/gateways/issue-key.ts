import * as v from 'valibot'
import { givenId, givenLine, object, optionalLine } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { keyScopes } from '../core/key-scope.ts'
import { limits } from '../core/limits.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { gatewayKey, gatewayKeyFields, givenExpiry } from './gateway-key.ts'

/** The input for a key, of an organization or of the operator. */
export const givenKey = {
  request_id: v.optional(
    v.pipe(givenLine(limits.id), v.regex(/^[\da-f]{32}$/, 'invalid' satisfies FieldCode)),
  ),
  scope: v.picklist(keyScopes),
  note: optionalLine(limits.name),
  expires_at: v.optional(givenExpiry, null),
  networks: optionalLine(limits.networks),
}

export const issuedKey = { key: v.pipe(v.string(), v.minLength(1)) }

/**
 * POST /admin/organizations/{organization_id}/gateway-keys, an addition: issues a key, which
 * only this answer holds. With a `request_id` the call can be repeated when the answer was lost: as
 * long as the key was not used, its secret is replaced, and no second key is left behind.
 */
export const issueKeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/organizations/:organization_id/gateway-keys',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({ organization_id: givenId, ...givenKey }),
  output: object({ ...gatewayKey.entries, ...issuedKey }),
})

export const keyIssuedAlready = defineError({
  code: 'key_issued_already',
  status: 409,
  description: 'A key with this id was issued before, and is in use or revoked',
  params: noParams,
  sentence: () => 'This key was issued before, and is in use or revoked',
})

export const issueKeyCall = describeCall(issueKeyEndpoint, {
  summary: 'Issue a gateway key',
  description:
    'Only this answer holds the key. Repeated with the same `request_id`, the call replaces the secret of the key as long as it was not used, so that a lost answer leaves no second key.',
  tag: 'Administration',
  fields: [
    gatewayKeyFields,
    {
      request_id:
        'Random, 32 hexadecimal digits, so that the call can be repeated. Becomes the id of the key.',
      key: 'The key itself, shown once and stored as a hash.',
    },
  ],
  examples: {
    input: {
      organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      request_id: '9f1c6b0de2a84f7d8c3b5a6e7d8f9012',
      scope: 'report',
      note: 'rspamd of the first mail server',
      expires_at: '2027-01-31T00:00:00.000Z',
      networks: '192.0.2.0/24',
    },
    output: {
      id: '9f1c6b0de2a84f7d8c3b5a6e7d8f9012',
      scope: 'report',
      note: 'rspamd of the first mail server',
      state: 'valid',
      created_at: '2025-01-05T08:00:00.000Z',
      last_used_at: null,
      expires_at: '2027-01-31T00:00:00.000Z',
      revoked_at: null,
      networks: '192.0.2.0/24',
      key: 'aman_gateway_A-key-that-is-shown-only-once',
    },
  },
  errors: [unknownOrganization, keyIssuedAlready, removedMeanwhile],
})
