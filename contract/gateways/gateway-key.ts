import * as v from 'valibot'
import { canonicalBy, givenLine, id, object, text, time } from '../core/basic.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { keyScopes } from '../core/key-scope.ts'
import { limits } from '../core/limits.ts'
import { parseTime } from '../core/time.ts'

const keyStates = ['valid', 'expired', 'revoked'] as const

/** A gateway key as it is listed: never the key itself, of which only a hash is stored. */
export const gatewayKey = object({
  id: field(id, 'The id of the row.', shown.key),
  scope: field(
    v.fallback(v.picklist(keyScopes), 'report'),
    'What the key is for: to report mail, read the flags of users, ask the judge, or join browsers.',
  ),
  note: field(
    text,
    'What the key is for, in the words of who issued it.',
    'rspamd of the first mail server',
  ),
  state: field(v.fallback(v.picklist(keyStates), 'valid'), 'Whether gateways can use it.'),
  created_at: field(text, 'When it was created.', '2025-01-05T08:00:00.000Z'),
  last_used_at: field(time, 'When it was last used, to the minute; null if it never was.'),
  expires_at: field(time, 'When it ends; null if it does not.', '2027-01-31T00:00:00.000Z'),
  revoked_at: field(time, 'When it was revoked; null if it was not.', '2026-01-31T09:30:00.000Z'),
  networks: field(text, 'The networks that may use it, separated by commas; empty for any.', ''),
})

/** When a key ends: ISO 8601; null for never. */
export const givenExpiry = v.nullable(
  v.pipe(
    givenLine(limits.time),
    canonicalBy((given) => parseTime(given)?.toISOString(), 'not_a_time'),
  ),
)

export const unknownGatewayKey = defineError(404, 'unknown_gateway_key', {
  description: 'The organization has no such key',
  sentence: () => 'The organization has no such gateway key',
})
