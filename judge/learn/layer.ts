import { wordPlaces } from '../features/words.ts'
import { readPlane, writePlane } from './planes.ts'

/** Days that share a span; what was learnt in one is forgotten as a whole. */
const daysOfSpan = 5
/** Spans that are kept, so that a mail's numbers are gone at most 30 days after it. */
const spansKept = 6

/** Rooms for the weight of a person's marks and of a sender's mail, by their hash. */
export const personRooms = 1 << 8
export const senderRooms = 1 << 13
/** A whole weight in these rooms. */
export const wholeWeight = 40

/** Sums alone, so that no span knows of another. */
export interface Span {
  /** Days since 1970, divided by five. */
  readonly number: number
  readonly marks: number
  readonly mails: number
  /** The weight of all mails in the plane. */
  readonly dangerousWeight: number
  readonly ordinaryWeight: number
  /** How many mails had each place, about: chance decides whether one is counted. */
  readonly dangerous: Uint8Array
  readonly ordinary: Uint8Array
  readonly persons: Uint8Array
  readonly senders: Uint8Array
}

/** The lessons of an organization: opaque to all but this folder, and never changed in place. */
export interface Layer {
  /** Rising; at most one for each of the last six numbers. */
  readonly spans: readonly Span[]
}

export function emptyLayer(): Layer {
  return { spans: [] }
}

/** The marks and the ordinary mails of which something is still kept. */
export function countsOf({ spans }: Layer): { readonly marks: number; readonly mails: number } {
  const sum = (of: 'marks' | 'mails') => spans.reduce((all, span) => all + span[of], 0)
  return { marks: sum('marks'), mails: sum('mails') }
}

export const spanOf = (day: number) => Math.floor(day / daysOfSpan)

/**
 * A layer without what is too old on a day; the same one where nothing is. Each stored version needs it
 * once a day, and after it a version without spans need not be kept.
 */
export function fade(layer: Layer, day: number): Layer {
  const spans = layer.spans.filter(({ number }) => number > spanOf(day) - spansKept)
  return spans.length === layer.spans.length ? layer : { spans }
}

const parts = [
  ['dangerous', wordPlaces],
  ['ordinary', wordPlaces],
  ['persons', personRooms],
  ['senders', senderRooms],
] as const
const numbers = ['number', 'marks', 'mails'] as const
const weights = ['dangerousWeight', 'ordinaryWeight'] as const
/** The first bytes of a stored layer, and of its form. */
const mark = 0x314c_4d41
const headBytes = 8
const spanHeadBytes = 4 * (numbers.length + weights.length)

/** A stored layer is not larger. */
export const layerBytes = 900_000

export function storeLayer({ spans }: Layer): Uint8Array {
  const pieces: Uint8Array[] = []
  const head = new DataView(new ArrayBuffer(headBytes))
  head.setUint32(0, mark, true)
  head.setUint32(4, spans.length, true)
  pieces.push(new Uint8Array(head.buffer))
  for (const span of spans) {
    const view = new DataView(new ArrayBuffer(spanHeadBytes))
    for (const [at, name] of numbers.entries()) view.setUint32(at * 4, span[name], true)
    for (const [at, name] of weights.entries())
      view.setFloat32((numbers.length + at) * 4, span[name], true)
    pieces.push(new Uint8Array(view.buffer), ...parts.map(([name]) => writePlane(span[name])))
  }
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** @throws RangeError for bytes that `storeLayer` has not made */
export function openLayer(bytes: Uint8Array): Layer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < headBytes || view.getUint32(0, true) !== mark)
    throw new RangeError('These bytes are no layer of this form.')
  const length = view.getUint32(4, true)
  if (length > spansKept) throw new RangeError('A layer has too many spans.')
  let start = headBytes
  const next = (size: number) => {
    const { plane, end } = readPlane(bytes, start, size)
    start = end
    return plane
  }
  const spans: Span[] = []
  for (let index = 0; index < length; index += 1) {
    if (start + spanHeadBytes > bytes.length) throw new RangeError('A layer is cut off.')
    const number = (at: number) => view.getUint32(start + at * 4, true)
    const weight = (at: number) => weightIn(view.getFloat32(start + at * 4, true))
    const head = {
      ...{ number: number(0), marks: number(1), mails: number(2) },
      ...{ dangerousWeight: weight(3), ordinaryWeight: weight(4) },
    }
    start += spanHeadBytes
    const [dangerous, ordinary] = [next(wordPlaces), next(wordPlaces)]
    spans.push({
      ...head,
      dangerous,
      ordinary,
      persons: next(personRooms),
      senders: next(senderRooms),
    })
  }
  if (start !== bytes.length) throw new RangeError('More bytes follow a layer.')
  const isRising = spans.every((it, at) => at === 0 || it.number > (spans[at - 1]?.number ?? 0))
  if (!isRising || (spans.at(-1)?.number ?? 0) - (spans[0]?.number ?? 0) >= spansKept)
    throw new RangeError('The spans of a layer rise within 30 days.')
  return { spans }
}

function weightIn(value: number): number {
  if (!(value >= 0 && value < 1e9)) throw new RangeError('A weight of a layer is no weight.')
  return value
}
