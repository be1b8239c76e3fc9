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
