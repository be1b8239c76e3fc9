import * as v from 'valibot'
import type { FieldDescriptions } from '../field-descriptions.ts'
import type { FieldCode } from '../field-errors.ts'
import { limits } from '../limits.ts'
import { count, givenLine, id, object, text } from './basic.ts'
import { canonicalDomain } from './domain.ts'
import { canonicalForeignAddress } from './email.ts'

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
   * (A142, A247). Omitted for other flags and by backends that do not know it.
   */
  is_ignored: v.nullish(v.boolean()),
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
  givenLine,
  v.toLowerCase(),
  v.maxCodePoints(limits.flagValue),
  v.check((given) => canonicalFlagValue(given) !== undefined, 'not_a_sender' satisfies FieldCode),
  v.transform((given) => canonicalFlagValue(given) ?? given),
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
}
