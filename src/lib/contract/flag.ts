import * as v from 'valibot'
import { count, givenText, id, text } from './fields.ts'
import { limits } from './limits.ts'

/** Green trusts a sender, red blocks one. */
export const flagTypes = ['green', 'red'] as const
export type FlagType = (typeof flagTypes)[number]

export const flag = v.object({
  id,
  flag_type: v.picklist(flagTypes),
  value: text,
  reason: v.nullish(v.string(), null),
  created_at: text,
  /** How many mails a red flag has blocked; green flags have none (R282). */
  blocked_count: v.optional(count),
})
export type Flag = v.InferOutput<typeof flag>

/** An email address, or a domain of at least two labels; trimmed and in lower case. */
export const flagValue = v.pipe(
  givenText,
  v.trim(),
  v.toLowerCase(),
  v.maxLength(limits.flagValue),
  v.regex(
    /^(?:[^\s@]+@)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u,
    'is neither an email address nor a domain',
  ),
)
