import * as v from 'valibot'
import { limits } from '../limits.ts'

/*
 * What answers are made of. A backend may leave out or null what the contract does not promise, and
 * no screen breaks for it (R008): such a field gets its neutral value at the border.
 */

/** An object of an answer. Valibot's own takes a list for an object without fields. */
export function object<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, undefined> {
  const schema = v.object(entries)
  return {
    ...schema,
    '~run': (dataset, config) =>
      schema['~run'](Array.isArray(dataset.value) ? { value: null } : dataset, config),
  }
}

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

export const oneLine = v.check<string, string>(
  (given) => !/[\p{Cc}\u2028\u2029]/u.test(given),
  'must be one line without control characters',
)

/**
 * Characters that have no shape: zero-width spaces, soft hyphens, direction marks, fillers. A joiner
 * or a variation selector stays behind a character whose shape it changes, as in Persian words,
 * Indic conjuncts and emoji; Latin, Greek and Cyrillic letters have no such shapes.
 */
const shapeless =
  /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|((?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]\p{Variation_Selector}?[\u200C\u200D]?)/gu

/**
 * Text of one line, the one way in for every such field: invisible characters are removed, the rest
 * is composed (NFC) and trimmed, control characters and line breaks are refused.
 */
export const givenLine = v.pipe(
  givenText,
  v.transform((given) => given.replaceAll(shapeless, '$1')),
  v.normalize('NFC'),
  v.trim(),
  oneLine,
)

/** A line that must not be empty. */
export function filledLine(longest: number) {
  return v.pipe(givenLine, v.minLength(1), v.maxCodePoints(longest))
}

/** A line that may be left out; then it is empty. */
export function optionalLine(longest: number) {
  return v.optional(v.pipe(givenLine, v.maxCodePoints(longest)), '')
}

/** Text of several lines: every kind of line break becomes a line feed. */
export const givenLines = v.pipe(
  givenText,
  v.transform((given) => given.replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')),
  v.trim(),
  v.check((given) => !/(?![\n\t])\p{Cc}/u.test(given), 'holds a control character'),
)

/**
 * Text out of a mail, which others wrote. What cannot be kept is replaced instead of refused,
 * for the mail must be reported whatever its sender put into it.
 */
export const foreignLine = v.pipe(
  v.string(),
  v.transform((given) => given.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')),
  v.trim(),
)

/** An id that is given, in a path or a body. */
export const givenId = v.pipe(
  v.union([
    v.pipe(givenText, oneLine, v.maxCodePoints(limits.id)),
    v.pipe(v.number(), v.safeInteger()),
  ]),
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
export const acknowledgement = object({ success: v.optional(v.boolean(), true) })

/** The answer of calls that create or change one thing; its id is an addition to the contract. */
export const savedAnswer = object({ ...acknowledgement.entries, id: v.optional(id) })

/** The answer of calls of which nobody reads more than the status; it may be empty. */
export const unreadAnswer = v.nullish(acknowledgement, {})

/** The answer to what is refused: the same words in all three, for the calls read different ones. */
export const errorAnswer = object({
  success: v.literal(false),
  detail: v.string(),
  error: v.string(),
  message: v.string(),
})
