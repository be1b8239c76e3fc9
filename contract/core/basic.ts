import * as v from 'valibot'
import { field, shown } from './field.ts'
import type { FieldCode } from './field-errors.ts'
import { limits } from './limits.ts'

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

/** A field that is an object. */
/* @__NO_SIDE_EFFECTS__ */
export function part<const Entries extends v.ObjectEntries>(words: string, entries: Entries) {
  return field(object(entries), words)
}

/** A field that is a list of objects, empty where a backend does not send it. */
/* @__NO_SIDE_EFFECTS__ */
export function rows<const Entries extends v.ObjectEntries>(words: string, entries: Entries) {
  return field(v.nullish(v.array(object(entries)), []), words)
}

/** Ids are opaque: some backends use numbers, some UUIDs. */
export const id = v.union([v.string(), v.number()])

/*
 * The length of a text is checked before anything else reads it: some of what follows takes a time that
 * grows with the square of the length, and everyone else waits meanwhile.
 */

/** Spaces and invisible characters do not count, and composed characters count once. */
const mostTimesLonger = 10

/** For a text that becomes shorter: only refuses what is far too long. */
/* @__NO_SIDE_EFFECTS__ */
export function notFarBeyond(longest: number): v.MaxCodePointsAction<string, number, undefined> {
  const action = v.maxCodePoints<string, number>(longest)
  return {
    ...action,
    '~run': (dataset, config) =>
      dataset.typed && dataset.value.length > mostTimesLonger * longest
        ? action['~run'](dataset, config)
        : dataset,
  }
}

/** No database stores half a surrogate pair, and PostgreSQL does not store NUL. */
export const storable = v.check<string, string>(
  (given) => given.isWellFormed() && !given.includes('\0'),
  'not_storable' satisfies FieldCode,
)

/** Text to be stored or searched for as it is. */
/* @__NO_SIDE_EFFECTS__ */
export function givenText(longest: number) {
  return v.pipe(v.string(), v.maxCodePoints(longest), storable)
}

/** A list; its items are read only if they are not too many. */
/* @__NO_SIDE_EFFECTS__ */
export function givenList<const Item extends v.GenericSchema>(item: Item, most: number) {
  return lengthFirst(v.pipe(v.array(item), v.maxLength(most)), most)
}

/** For a list in a form, which has words of its own for too many. */
/* @__NO_SIDE_EFFECTS__ */
export function givenEntries<const Item extends v.GenericSchema>(item: Item, most: number) {
  const isWithin = (given: readonly unknown[]) => given.length <= most
  const tooMany = v.check<unknown[], FieldCode>(isWithin, 'too_many')
  return lengthFirst(v.pipe(v.array(item), v.maxLength(most)), most, tooMany)
}

/** A list that must not be empty. */
/* @__NO_SIDE_EFFECTS__ */
export function filledList<const Item extends v.GenericSchema>(item: Item, most: number) {
  return lengthFirst(v.pipe(v.array(item), v.minLength(1), v.maxLength(most)), most)
}

/* @__NO_SIDE_EFFECTS__ */
function lengthFirst<const List extends v.GenericSchema<unknown, unknown>>(
  list: List,
  most: number,
  tooLong: v.BaseValidation<unknown[], unknown[], v.BaseIssue<unknown>> = v.maxLength(most),
): List {
  return {
    ...list,
    '~run': (dataset, config) =>
      Array.isArray(dataset.value) && dataset.value.length > most
        ? tooLong['~run']({ typed: true, value: dataset.value }, config)
        : list['~run'](dataset, config),
  }
}

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
 * More marks on one letter than any language writes: as many as the stream-safe format of Unicode has
 * (UAX 15). The time to put them in order grows with the square of their number.
 */
const tooManyMarks = /\p{M}{31}/u

/**
 * Text of one line, for every such input: invisible characters are removed, the rest is composed
 * (NFC) and trimmed, control characters and line breaks are rejected.
 */
/* @__NO_SIDE_EFFECTS__ */
export function givenLine(longest: number) {
  return v.pipe(
    v.string(),
    notFarBeyond(longest),
    storable,
    v.transform((given) => given.replaceAll(shapeless, '$1')),
    v.check((given) => !tooManyMarks.test(given), 'invalid' satisfies FieldCode),
    v.normalize('NFC'),
    v.trim(),
    oneLine,
    v.maxCodePoints(longest),
  )
}

/** A line that must not be empty. */
/* @__NO_SIDE_EFFECTS__ */
export function filledLine(longest: number) {
  return v.pipe(givenLine(longest), v.minLength(1))
}

/** A line that may be omitted; it is then empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalLine(longest: number) {
  return v.optional(givenLine(longest), '')
}

/** A search term: trimmed, and otherwise as it is. */
/* @__NO_SIDE_EFFECTS__ */
export function givenLogin(longest: number) {
  return v.pipe(
    v.string(),
    notFarBeyond(longest),
    storable,
    v.trim(),
    oneLine,
    v.minLength(1),
    v.maxCodePoints(longest),
  )
}

/** Text of several lines: every kind of line break becomes a line feed. */
/* @__NO_SIDE_EFFECTS__ */
export function givenLines(longest: number) {
  return v.pipe(
    v.string(),
    notFarBeyond(longest),
    storable,
    v.transform((given) => given.replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')),
    v.trim(),
    v.check((given) => !/(?![\n\t])\p{Cc}/u.test(given), 'control_character' satisfies FieldCode),
    v.maxCodePoints(longest),
  )
}

/**
 * Text from a mail, written by its sender. Characters that cannot be stored are replaced instead of
 * rejected, and further marks of a letter are removed, because a mail must be reported whatever it
 * contains.
 */
/* @__NO_SIDE_EFFECTS__ */
export function foreignLine(longest: number) {
  return v.pipe(
    v.string(),
    notFarBeyond(longest),
    v.transform(storableLine),
    v.trim(),
    v.maxCodePoints(longest),
  )
}

export function storableLine(foreign: string): string {
  return foreign
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/(\p{M}{30})\p{M}+/gu, '$1')
}

/** Replaces a text by its canonical form, which is made once, or refuses it. */
/* @__NO_SIDE_EFFECTS__ */
export function canonicalBy(
  canonicalOf: (given: string) => string | undefined,
  refusal: FieldCode,
) {
  return v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
    const canonical = canonicalOf(dataset.value)
    if (canonical !== undefined) return canonical
    addIssue({ message: refusal })
    return NEVER
  })
}

/** An id in a request path or body. */
export const givenId = v.pipe(
  v.union([v.pipe(givenText(limits.id), oneLine), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
)

/** The id of an organization. */
export const givenOrganization = field(givenId, 'The organization.', shown.organization)

/** Text that may be missing; it is then empty. */
export const text = v.nullish(v.string(), '')

/** A number that may be missing; it is then 0. */
export const count = v.nullish(v.number(), 0)

export const textOrNull = v.nullish(v.string(), null)
export const countOrNull = v.nullish(v.number(), null)
export const falseIfMissing = field(v.nullish(v.boolean(), false), '', false)

/** A time that may be missing; it is then null. */
export const time = field(textOrNull, 'The time.', shown.time)

/** A list of strings; other elements are dropped. */
export const textList = v.pipe(
  v.nullish(v.array(v.unknown()), []),
  v.transform((items) => items.filter((item) => typeof item === 'string')),
  v.array(v.string()),
)

/** The input of calls that send nothing. */
export const noInput = v.undefined()

/** The response of calls that only succeed or fail. An empty body says neither and is an error. */
export const acknowledgement = object({
  success: field(v.optional(v.boolean(), true), 'True; an error has false.'),
})

/** The response of calls that create or change one row; `id` is an addition to the contract. */
export const savedAnswer = object({
  ...acknowledgement.entries,
  id: field(v.optional(id), 'The row that was saved.'),
})

/** The response of calls of which only the status is read; it may be empty. */
export const unreadAnswer = v.nullish(acknowledgement, {})
