import * as v from 'valibot'
import { sum } from '../until.ts'

/** A text of any length: the units in turn, between a start and an end. */
interface Kind {
  readonly start?: string
  readonly units: readonly string[]
  readonly end?: string
}

/** Text that makes some code slow whose time grows faster than the text. */
const kinds = {
  letters: { units: ['a'] },
  'letters beyond ASCII': { units: ['ü'] },
  // The time to write a label in ASCII grows with the number of different letters.
  'different letters': { units: differentLetters(), end: '.example' },
  'one label': { units: ['a'], end: '.example' },
  dots: { units: ['.'] },
  labels: { units: ['a.'], end: 'example' },
  'ideographic dots': { units: ['ü。'], end: 'example' },
  'a local part': { units: ['a'], end: '@firm.example' },
  'a domain': { start: 'a@', units: differentLetters(), end: '.example' },
  'at signs': { units: ['a@'] },
  // Marks are put in order when text is composed, and these two are in the wrong one.
  'combining marks': { start: 'a', units: ['\u0301', '\u0316'] },
  'invisible characters': { units: ['\u200b'] },
  'characters that join': { units: ['\u0628\u200d'] },
  'characters that expand': { units: ['\ufdfa'] },
  'look-alike letters': { units: ['а'] },
  'nested brackets': { units: ['<(', ')>'] },
  'open brackets': { start: '<', units: ['> '], end: 'a' },
  spaces: { start: 'a', units: [' '], end: 'a' },
  'line breaks': { units: ['\r\n'] },
  'percent signs': { units: ['%'] },
  'escaped bytes': { units: ['%C3%BC'] },
  quotes: { units: ['"'] },
  backslashes: { start: '"', units: ['\\'], end: '@firm.example' },
  'encoded words': { units: ['=?utf-8?q?='] },
  digits: { units: ['1'] },
  'signs of a key': { units: ['__proto__.'] },
} satisfies Record<string, Kind>

export type KindOfText = keyof typeof kinds

function isKind(name: string): name is KindOfText {
  return Object.hasOwn(kinds, name)
}

export const kindsOfText: readonly KindOfText[] = Object.keys(kinds).filter(isKind)

/** A text that takes at most so many bytes in JSON, or as another size says. */
export function longText(kind: KindOfText, bytes: number, sizeOf = sizeInJson): string {
  const { start = '', units, end = '' }: Kind = kinds[kind]
  const sizes = units.map(sizeOf)
  const room = bytes - sizeOf(start + end)
  const whole = Math.max(0, Math.floor(room / sum(sizes)))
  let left = room - whole * sum(sizes)
  let rest = ''
  for (const [place, unit] of units.entries()) {
    left -= sizes[place] ?? 0
    if (left >= 0) rest += unit
  }
  return start + units.join('').repeat(whole) + rest + end
}

function sizeInJson(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}

/** The length of a text in an address. */
export function sizeInAddress(text: string): number {
  return encodeURIComponent(text).length
}

/** Chinese letters, no two neighbours in the order of Unicode. */
function differentLetters(): string[] {
  const [first, count, step] = [0x4e00, 20_000, 7919]
  return Array.from({ length: count }, (_, index) =>
    String.fromCodePoint(first + ((index * step) % count)),
  )
}

type Schema = v.GenericSchema<unknown, unknown>

/** A way to a value within an input: the names of fields, and 0 for the first of a list. */
export type Way = readonly (string | 0)[]

/** Every field of an input, those within lists and unions too, and each item of a list. */
export function fieldsOf(schema: unknown, way: Way = []): Way[] {
  return waysOf(schema, way).flatMap(({ way: found, isList }) => (isList ? [] : [found]))
}

/** Every list of an input. */
export function listsOf(schema: unknown): Way[] {
  return waysOf(schema, []).flatMap(({ way, isList }) => (isList ? [way] : []))
}

interface Found {
  readonly way: Way
  readonly isList: boolean
}

function waysOf(schema: unknown, way: Way): Found[] {
  if (!isRecord(schema)) return []
  if (schema.wrapped !== undefined) return waysOf(schema.wrapped, way)
  if (Array.isArray(schema.options) && schema.type === 'union') {
    return schema.options.flatMap((option) => waysOf(option, way))
  }
  if (schema.item !== undefined) return [{ way, isList: true }, ...waysOf(schema.item, [...way, 0])]
  if (isRecord(schema.entries)) {
    return Object.entries(schema.entries).flatMap(([name, entry]) => waysOf(entry, [...way, name]))
  }
  return way.length === 0 ? [] : [{ way, isList: false }]
}

/** An input around one value, whose other fields are as in the examples where the schema takes them. */
export function inputWith(
  schema: unknown,
  examples: ReadonlyMap<string, unknown>,
  way: Way,
  value: unknown,
): unknown {
  const [name, ...rest] = way
  if (name === undefined) return value
  const inner = unwrap(schema, way)
  if (name === 0) return [inputWith(inner.item, examples, rest, value)]
  const entries = isRecord(inner.entries) ? inner.entries : {}
  const others = Object.entries(entries).flatMap(([other, entry]) =>
    examples.has(other) && accepts(entry, examples.get(other))
      ? [[other, examples.get(other)]]
      : [],
  )
  const own = inputWith(entries[name], examples, rest, value)
  return { ...Object.fromEntries(others), [name]: own }
}

/** The schema within wrappers and unions that has the first step of a way. */
function unwrap(schema: unknown, way: Way): Record<string, unknown> {
  if (!isRecord(schema)) return {}
  if (schema.wrapped !== undefined) return unwrap(schema.wrapped, way)
  if (schema.type === 'union' && Array.isArray(schema.options)) {
    const wanted = JSON.stringify(way)
    return unwrap(
      schema.options.find((option) =>
        waysOf(option, []).some((found) => JSON.stringify(found.way) === wanted),
      ),
      way,
    )
  }
  return schema
}

function accepts(schema: unknown, value: unknown): boolean {
  return isSchema(schema) && v.is(schema, value)
}

function isSchema(schema: unknown): schema is Schema {
  return isRecord(schema) && schema.kind === 'schema'
}

/** Every value of an example, by the name of its field. */
export function valuesByName(example: unknown): Map<string, unknown> {
  if (Array.isArray(example)) return new Map(example.flatMap((item) => [...valuesByName(item)]))
  if (!isRecord(example)) return new Map()
  return new Map(
    Object.entries(example).flatMap(([name, value]): [string, unknown][] => [
      ...valuesByName(value),
      [name, value],
    ]),
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
