import { wordPlaces } from '../features/words.ts'

/** Days that share a span; what was learnt in one is forgotten as a whole. */
export const daysOfSpan = 5
/** Spans that are kept, so that a mail's numbers are gone at most 30 days after it. */
const spansKept = 6

/** Rooms for the weight of a person's marks and of a sender's mail, by their hash. */
export const personRooms = 1 << 8
export const senderRooms = 1 << 13
/** A whole weight in these rooms. */
export const wholeWeight = 40

/** What was learnt within five days: sums alone, so that no span knows of another. */
export interface Span {
  /** Days since 1970, divided by five. */
  readonly number: number
  readonly marks: number
  readonly mails: number
  readonly dangerous: Uint8Array
  readonly ordinary: Uint8Array
  readonly persons: Uint8Array
  readonly senders: Uint8Array
}

/** What an organization has taught: opaque to all but this folder, and never changed in place. */
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

/** A layer without what is too old on a day; the same one where nothing is. */
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
const mark = 0x4c31_4d41
const headBytes = 8
const spanHeadBytes = 12
const spanBytes = spanHeadBytes + parts.reduce((sum, [, size]) => sum + size, 0)

/** At most 0.9 MB. */
export function storeLayer({ spans }: Layer): Uint8Array {
  const bytes = new Uint8Array(headBytes + spans.length * spanBytes)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, mark, true)
  view.setUint32(4, spans.length, true)
  let at = headBytes
  for (const span of spans) {
    view.setUint32(at, span.number, true)
    view.setUint32(at + 4, span.marks, true)
    view.setUint32(at + 8, span.mails, true)
    at += spanHeadBytes
    for (const [name, size] of parts) {
      bytes.set(span[name], at)
      at += size
    }
  }
  return bytes
}

/** @throws RangeError for bytes that `storeLayer` has not made */
export function openLayer(bytes: Uint8Array): Layer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const number = (at: number) => (at + 4 <= bytes.length ? view.getUint32(at, true) : 0)
  if (number(0) !== mark) throw new RangeError('These bytes are no layer of this version.')
  const length = number(4)
  if (length > spansKept || bytes.length !== headBytes + length * spanBytes)
    throw new RangeError('A layer has another length.')
  const spans = Array.from({ length }, (_, index): Span => {
    const start = headBytes + index * spanBytes
    let at = start + spanHeadBytes
    const next = (size: number) => {
      at += size
      return bytes.slice(at - size, at)
    }
    const [dangerous, ordinary] = [next(wordPlaces), next(wordPlaces)]
    const [persons, senders] = [next(personRooms), next(senderRooms)]
    const head = { number: number(start), marks: number(start + 4), mails: number(start + 8) }
    return { ...head, dangerous, ordinary, persons, senders }
  })
  const first = spans[0]?.number ?? 0
  const isRising = spans.every((it, at) => at === 0 || it.number > (spans[at - 1]?.number ?? 0))
  if (!isRising || (spans.at(-1)?.number ?? 0) - first >= spansKept)
    throw new RangeError('The spans of a layer rise within 30 days.')
  return { spans }
}
