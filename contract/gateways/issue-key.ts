import * as v from 'valibot'
import { givenLine, givenOrganization, object, optionalLine } from '../core/basic.ts'
import { removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { keyScopes } from '../core/key-scope.ts'
import { limits } from '../core/limits.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { gatewayKey, givenExpiry } from './gateway-key.ts'

/** The input for a key, of an organization or of the operator. */
export const givenKey = {
  request_id: field(
    v.optional(
      v.pipe(givenLine(limits.id), v.regex(/^[\da-f]{32}$/, 'invalid' satisfies FieldCode)),
    ),
    'Random, 32 hexadecimal digits, so that the call can be repeated. Becomes the id of the key.',
    '9f1c6b0de2a84f7d8c3b5a6e7d8f9012',
  ),
  scope: field(v.picklist(keyScopes), gatewayKey.entries.scope),
  note: field(optionalLine(limits.name), gatewayKey.entries.note),
  expires_at: field(v.optional(givenExpiry, null), gatewayKey.entries.expires_at),
  networks: field(optionalLine(limits.networks), gatewayKey.entries.networks, '192.0.2.0/24'),
}

export const issuedKey = {
  key: field(
    v.pipe(v.string(), v.minLength(1)),
    'The key itself, shown once and stored as a hash.',
    'aman_gateway_A-key-that-is-shown-only-once',
  ),
}

export const keyIssuedAlready = defineError(409, 'key_issued_already', {
  description: 'A key with this id was issued before, and is in use or revoked',
  sentence: () => 'This key was issued before, and is in use or revoked',
})

export const issueKeyEndpoint = defineEndpoint(
  'POST /admin/organizations/:organization_id/gateway-keys',
  {
    summary: 'Issue a gateway key',
    description:
      'Only this answer holds the key. Repeated with the same `request_id`, the call replaces the secret of the key as long as it was not used, so that a lost answer leaves no second key.',
    access: 'manage:organizations',
    requiresRecentConfirmation: true,
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization that the key belongs to.'),
      ...givenKey,
    }),
    output: object({ ...gatewayKey.entries, ...issuedKey }),
    errors: [unknownOrganization, keyIssuedAlready, removedMeanwhile],
  },
)
