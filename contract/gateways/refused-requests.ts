import * as v from 'valibot'
import { count, object } from '../core/basic.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { keyScopes } from '../core/key-scope.ts'

/** Why Aman did not take a recipient of a report that it took, by a key of the operator. */
const refusedRecipientReasons = ['unknown_recipient', 'not_covered'] as const

/** Why Aman did not take a request of a gateway, or a recipient. The first two name no organization. */
export const refusedReasons = [
  'no_key',
  'unknown_key',
  'expired_key',
  'revoked_key',
  'network',
  'scope',
  'suspended',
  'malformed',
  ...refusedRecipientReasons,
] as const
/** A mail host has mailboxes that are not users', so these are no fault. */
export function isOfRecipient(reason: string): boolean {
  return refusedRecipientReasons.some((known) => known === reason)
}
export type RefusedReason = (typeof refusedReasons)[number]

const time = v.nullish(v.string(), null)

/** What was refused for one reason, from the first to the last request without a day between. */
export const refusedRequests = object({
  scope: v.fallback(v.picklist(keyScopes), 'report'),
  reason: v.fallback(v.picklist(refusedReasons), 'malformed'),
  count,
  first_at: time,
  last_at: time,
})

export const refusedFields = {
  scope: 'What was refused: reports of mail, or looks at the flags of users.',
  reason:
    'Why: there was no key, it is unknown, has expired or was revoked, may not be used from the network or for the call, the organization is suspended, or the request could not be read. Of recipients in reports by a key of the operator: no user has the address, or the key does not cover the organization of the user.',
  count: 'How many requests were refused for this reason.',
  first_at: {
    description: 'The first of them.',
    format: 'date-time',
    example: '2025-03-01T09:00:00.000Z',
  },
  last_at: {
    description: 'The last of them, to the minute.',
    format: 'date-time',
    example: '2025-03-01T09:30:00.000Z',
  },
} satisfies FieldDescriptions
