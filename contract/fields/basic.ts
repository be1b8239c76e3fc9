import * as v from 'valibot'
import type { FieldCode } from '../field-errors.ts'
import { limits } from '../limits.ts'

/*
 * The types of response fields. A backend may omit or null a field that the contract does not
 * promise without breaking a screen (R008): parsing gives such a field a neutral value.
 */

/** An object in a response. Valibot's own `object` accepts an array as an object without fields. */
/* @__NO_SIDE_EFFECTS__ */
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

/** Ids are opaque: some backends use numbers, some UUIDs. */
export const id = v.union([v.string(), v.number()])

/**
 * Text to be stored or searched for. No database stores half a surrogate pair, and PostgreSQL does
 * not store NUL.
 */
export const givenText = v.pipe(
  v.string(),
  v.check(
    (given) => given.isWellFormed() && !given.includes('\0'),
    'not_storable' satisfies FieldCode,
  ),
)

export const oneLine = v.check<string, string>(
  (given) => !/[\p{Cc}\u2028\u2029]/u.test(given),
  'not_one_line' satisfies FieldCode,
)

/**
 * Invisible characters: zero-width spaces, soft hyphens, direction marks, fillers. A joiner or
 * variation selector is kept after a character whose shape it changes, as in Persian words, Indic
 * conjuncts and emoji; Latin, Greek and Cyrillic letters do not change shape.
 */
const shapeless =
  /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|((?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]\p{Variation_Selector}?[\u200C\u200D]?)/gu

/**
 * Text of one line, for every such input: invisible characters are removed, the rest is composed
 * (NFC) and trimmed, control characters and line breaks are rejected.
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

/** A line that may be omitted; it is then empty. */
export function optionalLine(longest: number) {
  return v.optional(v.pipe(givenLine, v.maxCodePoints(longest)), '')
}

/** Text of several lines: every kind of line break becomes a line feed. */
export const givenLines = v.pipe(
  givenText,
  v.transform((given) => given.replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')),
  v.trim(),
  v.check((given) => !/(?![\n\t])\p{Cc}/u.test(given), 'control_character' satisfies FieldCode),
)

/**
 * Text from a mail, written by its sender. Characters that cannot be stored are replaced instead of
 * rejected, because a mail must be reported whatever it contains.
 */
export const foreignLine = v.pipe(
  v.string(),
  v.transform((given) => given.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')),
  v.trim(),
)

/** An id in a request path or body. */
export const givenId = v.pipe(
  v.union([
    v.pipe(givenText, oneLine, v.maxCodePoints(limits.id)),
    v.pipe(v.number(), v.safeInteger()),
  ]),
  v.transform(String),
)

/** Text that may be missing; it is then empty. */
export const text = v.nullish(v.string(), '')

/** A number that may be missing; it is then 0. */
export const count = v.nullish(v.number(), 0)

/** A list of strings; other elements are dropped. */
export const textList = v.pipe(
  v.nullish(v.array(v.unknown()), []),
  v.transform((items) => items.filter((item) => typeof item === 'string')),
  v.array(v.string()),
)

/** The input of calls that send nothing. */
export const noInput = v.undefined()

/** The response of calls that only succeed or fail. An empty body says neither and is an error. */
export const acknowledgement = object({ success: v.optional(v.boolean(), true) })

/** The response of calls that create or change one row; `id` is an addition to the contract. */
export const savedAnswer = object({ ...acknowledgement.entries, id: v.optional(id) })

/** The response of calls of which only the status is read; it may be empty. */
export const unreadAnswer = v.nullish(acknowledgement, {})
