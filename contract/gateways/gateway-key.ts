import * as v from 'valibot'
import { canonicalBy, givenLine, id, object, text } from '../core/basic.ts'
import { defineError, noParams } from '../core/errors.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { keyScopes } from '../core/key-scope.ts'
import { limits } from '../core/limits.ts'
import { parseTime } from '../core/time.ts'

const keyStates = ['valid', 'expired', 'revoked'] as const

const time = v.nullish(v.string(), null)

/** A gateway key as it is listed: never the key itself, of which only a hash is stored. */
export const gatewayKey = object({
  id,
  scope: v.fallback(v.picklist(keyScopes), 'report'),
  note: text,
  state: v.fallback(v.picklist(keyStates), 'valid'),
  created_at: text,
  last_used_at: time,
  expires_at: time,
  revoked_at: time,
  networks: text,
})

/** When a key ends: ISO 8601; null for never. */
export const givenExpiry = v.nullable(
  v.pipe(
    givenLine(limits.time),
    canonicalBy((given) => parseTime(given)?.toISOString(), 'not_a_time'),
  ),
)

export const gatewayKeyFields: FieldDescriptions = {
  organization_id: 'The organization that the key belongs to.',
  scope: 'What the key is for: to report mail, or to read the flags of users.',
  note: 'What the key is for, in the words of who issued it.',
  state: 'Whether gateways can use it.',
  last_used_at: {
    description: 'When it was last used, to the minute; null if it never was.',
    format: 'date-time',
    example: '2025-03-01T09:30:00.000Z',
  },
  expires_at: {
    description: 'When it ends; null if it does not.',
    format: 'date-time',
    example: '2027-01-31T00:00:00.000Z',
  },
  revoked_at: {
    description: 'When it was revoked; null if it was not.',
    format: 'date-time',
    example: '2026-01-31T09:30:00.000Z',
  },
  networks: 'The networks that may use it, separated by commas; empty for any.',
}

export const unknownGatewayKey = defineError({
  code: 'unknown_gateway_key',
  status: 404,
  description: 'The organization has no such key',
  params: noParams,
  sentence: () => 'The organization has no such gateway key',
})
