import * as v from 'valibot'
import { canonicalBy, count, givenLine, id, object, text } from '../core/basic.ts'
import { foldDigits } from '../core/digits.ts'
import { canonicalDomain } from '../core/domain.ts'
import { canonicalForeignAddress } from '../core/email.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { limits } from '../core/limits.ts'
import { parseTime } from '../core/time.ts'

/** Green trusts a sender, red blocks one. */
export const flagTypes = ['green', 'red'] as const
export type FlagType = (typeof flagTypes)[number]

export const flag = object({
  id,
  flag_type: v.picklist(flagTypes),
  value: text,
  reason: v.nullish(v.string(), null),
  created_at: text,
  /** How many mails a red flag has blocked; green flags have none (R282). */
  blocked_count: v.optional(count),
  /**
   * An addition: true for a green flag without effect, because its domain is a public mail provider
   *. Omitted for other flags and by backends that do not know it.
   */
  is_ignored: v.nullish(v.boolean()),
  /** An addition: when the flag ends; omitted for one that stays. */
  expires_at: v.nullish(v.string()),
  /** An addition: the day in UTC on which it last decided about a mail, as YYYY-MM-DD. */
  last_matched_on: v.nullish(v.string()),
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

export const flagFields: FieldDescriptions = {
  flag_type: 'Green trusts the sender, red blocks it.',
  value: 'An email address, or a domain of at least two labels, in canonical form.',
  reason: { description: 'Why, in the words of the user.', example: 'Pretends to be our bank' },
  blocked_count: 'How many mails a red flag has blocked; green flags have none.',
  is_ignored: {
    description: 'True for a green flag without effect: its domain is a public mail provider.',
    example: true,
  },
  expires_at: {
    description:
      'When the flag ends; from then on it has no effect. A date alone means the end of that day in UTC.',
    example: '2025-04-01T09:30:00.000Z',
    format: 'date-time',
  },
  last_matched_on: {
    description: 'The day in UTC on which the flag last decided about a mail.',
    example: '2025-03-20',
  },
}
