import * as v from 'valibot'
import { limits } from './limits.ts'

/*
 * What answers are made of. A backend may leave out or null what the contract does not promise, and
 * no screen breaks for it (R008): such a field gets its neutral value at the border.
 */

/** Ids are opaque; some backends count, some use UUIDs. */
export const id = v.union([v.string(), v.number()])

/**
 * Text that is given to be kept or looked for. No database keeps half a surrogate pair, and
 * PostgreSQL no NUL.
 */
export const givenText = v.pipe(
  v.string(),
  v.check(
    (given) => given.isWellFormed() && !given.includes('\0'),
    'holds a character that cannot be kept',
  ),
)

/** An id that is given, in a path or a body. */
export const givenId = v.pipe(
  v.union([v.pipe(givenText, v.maxLength(limits.id)), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
)

/** Text that may be missing; then it is empty. */
export const text = v.nullish(v.string(), '')

/** A number that may be missing; then it is 0. */
export const count = v.nullish(v.number(), 0)

/** A list of strings; anything else in it is left out. */
export const textList = v.pipe(
  v.nullish(v.array(v.unknown()), []),
  v.transform((items) => items.filter((item) => typeof item === 'string')),
  v.array(v.string()),
)

/** The input of calls that send nothing. */
export const noInput = v.undefined()

/** The answer of calls that only succeed or fail. An empty one says neither, so it is no answer. */
export const acknowledgement = v.object({ success: v.optional(v.boolean(), true) })

/** The answer of calls of which nobody reads more than the status; it may be empty. */
export const unreadAnswer = v.nullish(acknowledgement, {})

/** The answer to what is refused: the same words in all three, for the calls read different ones. */
export const refusal = v.object({
  success: v.literal(false),
  detail: v.string(),
  error: v.string(),
  message: v.string(),
})
