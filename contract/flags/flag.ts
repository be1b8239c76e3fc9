import * as v from 'valibot'
import { canonicalBy, count, givenLine, id, object, text, textOrNull } from '../core/basic.ts'
import { foldDigits } from '../core/digits.ts'
import { canonicalDomain } from '../core/domain.ts'
import { canonicalForeignAddress } from '../core/email.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { parseTime } from '../core/time.ts'

/** Green trusts a sender, red blocks one. */
export const flagTypes = ['green', 'red'] as const
export type FlagType = (typeof flagTypes)[number]

export const flag = object({
  id: field(id, 'The id of the row.', shown.flag),
  flag_type: field(v.picklist(flagTypes), 'Green trusts the sender, red blocks it.', 'red'),
  value: field(
    text,
    'An email address, or a domain of at least two labels, in canonical form.',
    'lookalike.example',
  ),
  reason: field(textOrNull, 'Why, in the words of the user.', 'Pretends to be our bank'),
  created_at: field(text, 'When it was created.', shown.time),
  blocked_count: field(
    v.optional(count),
    'How many mails a red flag has blocked; green flags have none.',
    7,
  ),
  /**
   * An addition: true for a green flag without effect, because its domain is a public mail provider
   *. Omitted for other flags and by backends that do not know it.
   */
  is_ignored: field(
    v.nullish(v.boolean()),
    'True for a green flag without effect: its domain is a public mail provider.',
  ),
  expires_at: field(
    v.nullish(v.string()),
    'When the flag ends; from then on it has no effect. A date alone means the end of that day in UTC.',
    '2025-04-01T09:30:00.000Z',
  ),
  last_matched_on: field(
    v.nullish(v.string()),
    'The day in UTC on which the flag last decided about a mail.',
    '2025-03-20',
  ),
})
export type Flag = v.InferOutput<typeof flag>

/** Matches a link, a list or a display name next to the address. */
const moreThanAddress = /^[^"]*[(),:;<>[\]]/

/** @returns the sender's address or the domain in canonical form; undefined for anything else */
function canonicalFlagValue(text: string): string | undefined {
  if (moreThanAddress.test(text)) return undefined
  const value = text.includes('@') ? canonicalForeignAddress(text) : canonicalDomain(text)
  return value !== undefined && /\.[^.]{2,}$/.test(value) ? value : undefined
}

/** An email address, or a domain of at least two labels, in canonical form. */
export const flagValue = v.pipe(
  givenLine(limits.flagValue),
  v.toLowerCase(),
  canonicalBy(canonicalFlagValue, 'not_a_sender'),
)

/** The days after which a flag may end by itself. */
export const flagDays = [1, 7, 30] as const

/** A date alone means the end of that day in UTC. */
function parseEnd(given: string): Date | undefined {
  const text = foldDigits(given)
  return parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text)
}

/** When a flag ends: an ISO 8601 time, or a date for the end of that day in UTC; null for never. */
export const flagEnd = v.nullable(
  v.pipe(
    givenLine(limits.time),
    canonicalBy((given) => parseEnd(given)?.toISOString(), 'not_a_time'),
  ),
)
