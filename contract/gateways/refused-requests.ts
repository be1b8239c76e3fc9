import * as v from 'valibot'
import { count, object, time } from '../core/basic.ts'
import { field } from '../core/field.ts'
import { keyScopes } from '../core/key-scope.ts'

/** Why Aman did not take a recipient of a report that it took, by a key of the operator. */
const refusedRecipientReasons = ['unknown_recipient', 'not_covered'] as const

/**
 * Why Aman did not take a request of a gateway, or a recipient. The first two name no organization.
 */
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

/** What was refused for one reason, from the first to the last request without a day between. */
export const refusedRequests = object({
  scope: field(
    v.fallback(v.picklist(keyScopes), 'report'),
    'What was refused: reports of mail, or looks at the flags of users.',
  ),
  reason: field(
    v.fallback(v.picklist(refusedReasons), 'malformed'),
    'Why: there was no key, it is unknown, has expired or was revoked, may not be used from the network or for the call, the organization is suspended, or the request could not be read. Of recipients in reports by a key of the operator: no user has the address, or the key does not cover the organization of the user.',
    'expired_key',
  ),
  count: field(count, 'How many requests were refused for this reason.', 312),
  first_at: field(time, 'The first of them.', '2025-03-01T09:00:00.000Z'),
  last_at: field(time, 'The last of them, to the minute.'),
})
