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
import { Noise } from './noise.ts'
import type { Vector } from './vector.ts'

/** A mail from which an organization learns. */
export interface Lesson {
  readonly vector: Vector
  readonly isDangerous: boolean
  /** A person's mark, or a mail whose final verdict was safe. */
  readonly source: 'mark' | 'ordinary'
  /** A lead or an admin confirms the mark, or a second person agrees. */
  readonly isConfirmed: boolean
  /** A hash of who marked, from 0 to 2^32 - 1; of no meaning for ordinary mail. */
  readonly person: number
  /** A hash of the sender's `correspondentOf`, from 0 to 2^32 - 1. */
  readonly sender: number
  /** The shared judge's score, without what was learnt. */
  readonly score: number
  readonly isKnownSender: boolean
}

const most = { ofPerson: 5, ofSender: 3 } as const
/** A mark of one person that nobody has confirmed. */
const unconfirmed = { with: 0.5, against: 0.1 } as const

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
  const known = lessons.filter(({ source, isDangerous }) => source === 'mark' || !isDangerous)
  if (known.length === 0) return kept
  const noise = new Noise(seed)
  const last = kept.spans.at(-1)
  const span = last?.number === number ? copyOf(last) : newSpan(number, noise)
  const spans = [...kept.spans.filter((it) => it.number !== number), span]
  for (const lesson of known) learnFrom(lesson, span, spans, noise)
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

/** One of so many places carries a mail that never came. */
const noisy = 0.02
/** A step of a plane; a mail is less than one, so that chance decides whether a place of it is kept. */
export const stepWeight = 4

function newSpan(number: number, noise: Noise): Open {
  const plane = () => Uint8Array.from({ length: wordPlaces }, () => (noise.next() < noisy ? 1 : 0))
  return {
    number,
    marks: 0,
    mails: 0,
    dangerous: plane(),
    ordinary: plane(),
    persons: new Uint8Array(personRooms),
    senders: new Uint8Array(senderRooms),
  }
}

function learnFrom(lesson: Lesson, span: Open, spans: readonly Span[], noise: Noise): void {
  const isMark = lesson.source === 'mark'
  const [person, sender] = [lesson.person % personRooms, lesson.sender % senderRooms]
  const spent = (of: 'persons' | 'senders', room: number) =>
    spans.reduce((sum, it) => sum + (it[of][room] ?? 0), 0) / wholeWeight
  const weight = Math.max(
    0,
    Math.min(
      isMark ? weightOf(lesson) : 1,
      isMark ? most.ofPerson - spent('persons', person) : 1,
      most.ofSender - spent('senders', sender),
    ),
  )
  if (isMark) span.marks += 1
  else span.mails += 1
  const rounded = Math.round(weight * wholeWeight)
  if (isMark) span.persons[person] = (span.persons[person] ?? 0) + rounded
  span.senders[sender] = (span.senders[sender] ?? 0) + rounded
  const plane = lesson.isDangerous ? span.dangerous : span.ordinary
  const steps = (rounded / wholeWeight) * (lesson.isDangerous ? 1 - lesson.score : 1)
  for (const place of lesson.vector) {
    const value = plane[place] ?? 0
    plane[place] = Math.min(255, value + Math.floor(steps / stepWeight + noise.next()))
  }
}

/** One person's word against what speaks for or against a mail counts a tenth. */
function weightOf({ isDangerous, isConfirmed, isKnownSender, score }: Lesson): number {
  if (isConfirmed) return 1
  const isAgainst = isDangerous ? isKnownSender : !isKnownSender && score >= 0.5
  return isAgainst ? unconfirmed.against : unconfirmed.with
}
