import { wordPlaces } from '../features/words.ts'
import {
  fade,
  type Layer,
  personRooms,
  type Span,
  senderRooms,
  spanOf,
  wholeWeight,
} from './layer.ts'
import type { Vector } from './vector.ts'

/** Random numbers that cannot be repeated without the seed: ChaCha's blocks, with 8 rounds. */
class Noise {
  readonly #state = new Uint32Array(16)
  readonly #block = new Uint32Array(16)
  #at = 16

  /** @param seed 32 bytes */
  constructor(seed: Uint8Array) {
    if (seed.length !== 32) throw new RangeError('A seed has 32 bytes.')
    this.#state.set([0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574])
    const view = new DataView(seed.buffer, seed.byteOffset, seed.byteLength)
    for (let at = 0; at < 8; at += 1) this.#state[4 + at] = view.getUint32(at * 4, true)
  }

  /** From 0 to below 1. */
  next(): number {
    if (this.#at === 16) this.#fill()
    const value = this.#block[this.#at] ?? 0
    this.#at += 1
    return value / 4_294_967_296
  }

  #fill(): void {
    const block = this.#block
    block.set(this.#state)
    for (let round = 0; round < 4; round += 1) {
      for (const [a, b, c, d] of quarters) mix(block, a, b, c, d)
    }
    for (let at = 0; at < 16; at += 1) block[at] = (block[at] ?? 0) + (this.#state[at] ?? 0)
    this.#state[12] = (this.#state[12] ?? 0) + 1
    this.#at = 0
  }
}

const quarters = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

function mix(block: Uint32Array, a: number, b: number, c: number, d: number): void {
  const step = (to: number, from: number, turned: number, by: number) => {
    block[to] = (block[to] ?? 0) + (block[from] ?? 0)
    const value = (block[turned] ?? 0) ^ (block[to] ?? 0)
    block[turned] = (value << by) | (value >>> (32 - by))
  }
  step(a, b, d, 16)
  step(c, d, b, 12)
  step(a, b, d, 8)
  step(c, d, b, 7)
}

/** A mail from which an organization learns. */
export interface Lesson {
  readonly vector: Vector
  readonly isDangerous: boolean
  /** A person's mark, or a mail whose final verdict was safe. */
  readonly source: 'mark' | 'ordinary'
  /** A lead or an admin confirms the mark, or a second person agrees. */
  readonly isConfirmed: boolean
  /** A hash of who marked, from 0 to 2^32 - 1; ordinary mail has none, so any number does. */
  readonly person: number
  /** A hash of the sender's `correspondentOf`, from 0 to 2^32 - 1. */
  readonly sender: number
  /** The shared judge's score, without what was learnt. */
  readonly score: number
  readonly isKnownSender: boolean
  /** The weight of the same person's same mark on this mail, if that is learnt already. */
  readonly counted?: number
}

/** The weight of all marks of a person, and of all mail of a sender, within 30 days. */
const most = { ofPerson: 5, ofSender: 3 } as const
/** The weight of an unconfirmed mark: with or against what else is known of the mail. */
const unconfirmed = { with: 0.5, against: 0.1 } as const
/** How likely a place of a mail is counted, at most. */
const mostOfPlace = 0.8
/** The share of places that a span shows though no mail had them, so that no place proves a word. */
const phantoms = 0.015

/**
 * A layer that has learnt from more mails. The same arguments give the same layer.
 * @param day days since 1970, in UTC
 * @param seed 32 random bytes, which the caller forgets: with them the noise could be taken away
 */
export function learn(
  layer: Layer,
  lessons: readonly Lesson[],
  day: number,
  seed: Uint8Array,
): Layer {
  const kept = fade(layer, day)
  const number = spanOf(day)
  const taught = lessons.filter(({ source, isDangerous }) => source === 'mark' || !isDangerous)
  if (taught.length === 0) return kept
  const noise = new Noise(seed)
  const last = kept.spans.find((it) => it.number === number)
  const span = last === undefined ? newSpan(number, noise) : copyOf(last)
  const spans = [...kept.spans.filter((it) => it.number < number), span]
  for (const lesson of taught) learnFrom(lesson, span, spans, noise)
  return { spans }
}

type Open = { -readonly [Key in keyof Span]: Span[Key] }

function copyOf(span: Span): Open {
  const { dangerous, ordinary, persons, senders } = span
  return {
    ...span,
    dangerous: dangerous.slice(),
    ordinary: ordinary.slice(),
    persons: persons.slice(),
    senders: senders.slice(),
  }
}

function newSpan(number: number, noise: Noise): Open {
  const plane = () =>
    Uint8Array.from({ length: wordPlaces }, () => (noise.next() < phantoms ? 1 : 0))
  return {
    number,
    marks: 0,
    mails: 0,
    dangerousWeight: 0,
    ordinaryWeight: 0,
    dangerous: plane(),
    ordinary: plane(),
    persons: new Uint8Array(personRooms),
    senders: new Uint8Array(senderRooms),
  }
}

function learnFrom(lesson: Lesson, span: Open, spans: readonly Span[], noise: Noise): void {
  const { vector, isDangerous } = lesson
  const isMark = lesson.source === 'mark'
  if (isMark) span.marks += 1
  else span.mails += 1
  const [person, sender] = [lesson.person % personRooms, lesson.sender % senderRooms]
  const left = (of: 'persons' | 'senders', room: number, whole: number) =>
    whole * wholeWeight - spans.reduce((sum, it) => sum + (it[of][room] ?? 0), 0)
  const units = Math.min(
    Math.round((isMark ? weightOf(lesson) : 1) * wholeWeight),
    isMark ? left('persons', person, most.ofPerson) : wholeWeight,
    left('senders', sender, most.ofSender),
  )
  if (units <= 0) return
  if (isMark) span.persons[person] = (span.persons[person] ?? 0) + units
  span.senders[sender] = (span.senders[sender] ?? 0) + units
  // A long mail has more words that say nothing; a short one must not show in each of its places.
  const length = Math.min(mostOfPlace, 12 / Math.sqrt(vector.length + 20))
  const weight = (units / wholeWeight) * length
  const plane = isDangerous ? span.dangerous : span.ordinary
  if (isDangerous) span.dangerousWeight = Math.fround(span.dangerousWeight + weight)
  else span.ordinaryWeight = Math.fround(span.ordinaryWeight + weight)
  for (const place of vector) {
    plane[place] = Math.min(255, (plane[place] ?? 0) + Math.floor(weight + noise.next()))
  }
}

function weightOf(lesson: Lesson): number {
  const { isDangerous, isConfirmed, isKnownSender, score, counted = 0 } = lesson
  const isAgainst = isDangerous ? isKnownSender : !isKnownSender && score >= 0.5
  return Math.max(0, markWeight({ isConfirmed, isAgainst }) - counted)
}

/** One person's word against what speaks for or against a mail counts a tenth. */
export function markWeight({
  isConfirmed,
  isAgainst,
}: {
  readonly isConfirmed: boolean
  readonly isAgainst: boolean
}): number {
  if (isConfirmed) return 1
  return isAgainst ? unconfirmed.against : unconfirmed.with
}
