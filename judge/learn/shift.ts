import { wordPlaces } from '../features/words.ts'
import type { LearntLayer } from '../judge.ts'
import { commonWords, strangeAttacks } from './frozen.ts'
import { type Layer, type Span, wholeWeight } from './layer.ts'
import { type Vector, vectorOf } from './vector.ts'

const strength = 0.5
/** Fewer mails with a place prove nothing, and a single one of them could be told from it. */
const leastSupport = 3
/** Added to each sum, so that a few mails say little. */
const smoothing = 0.7
/** The weight of the ordinary mail that every organization is taken to get. */
const commonWeight = 5
/** A layer moves the odds up by this at most, and down by this, only once there are marks. */
const most = { up: 4, down: 2 } as const
/** The weight of marks from which on a layer moves scores as far as it may. */
const enoughMarks = 5
/** So many strange attacks in a hundred may a layer lower. */
const loweredAttacks = 10

/** A weight is a byte, in steps of a fortieth. */
const step = 1 / 40
const headBytes = 8
export const tableBytes = headBytes + wordPlaces

/** The part of a layer that judging needs, in 64 kB that threads can share. */
export type Table = Uint8Array

const tables = new WeakMap<Layer, Table>()

export function tableOf(layer: Layer): Table {
  const known = tables.get(layer)
  if (known !== undefined) return known
  const table = makeTable(layer)
  tables.set(layer, table)
  return table
}

function makeTable({ spans }: Layer): Table {
  const table = new Uint8Array(tableBytes)
  if (spans.length === 0) return table
  const sum = (of: (span: Span) => number) => spans.reduce((all, it) => all + of(it), 0)
  const dangerous = sum((it) => it.dangerousWeight)
  const ordinary = sum((it) => it.ordinaryWeight)
  // Words that all mail has come out even, however much more of one kind there is.
  const fewer = Math.min(dangerous, ordinary + commonWeight)
  const balance = {
    against: fewer / Math.max(dangerous, 1e-9),
    for: Math.min(1, fewer / Math.max(ordinary, 1e-9)),
  }
  const weights = new Int8Array(table.buffer, headBytes)
  for (let place = 0; place < wordPlaces; place += 1) {
    let [for_, against] = [0, 0]
    for (const span of spans) {
      for_ += span.ordinary[place] ?? 0
      against += span.dangerous[place] ?? 0
    }
    if (for_ + against < leastSupport) continue
    // Common words get the weight of all ordinary mail where the organization has taught nothing of them.
    const honest = balance.for * for_ + ((commonWords[place] ?? 0) / 100) * commonWeight
    const ratio = Math.log((balance.against * against + smoothing) / (honest + smoothing))
    weights[place] = Math.max(-127, Math.min(127, Math.round(ratio / step)))
  }
  const moved = strangeAttacks
    .map(({ vector }) => rawShift(table, vector))
    .toSorted((a, b) => a - b)
  const offset = -(moved[Math.floor((moved.length * loweredAttacks) / 100)] ?? 0)
  const marks = sum((it) => it.persons.reduce((all, value) => all + value, 0)) / wholeWeight
  const trust = Math.min(1, marks / enoughMarks)
  const view = new DataView(table.buffer)
  view.setFloat32(0, trust * offset, true)
  view.setFloat32(4, trust * most.down, true)
  return table
}

function rawShift(table: Table, vector: Vector): number {
  let sum = 0
  for (const place of vector) sum += ((table[headBytes + place] ?? 0) << 24) >> 24
  return (strength * step * sum) / Math.sqrt(vector.length + 20)
}

/** How much a table moves the logarithm of a mail's odds. */
export function shiftBy(table: Table, vector: Vector): number {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength)
  const [offset, down] = [view.getFloat32(0, true), view.getFloat32(4, true)]
  const shift = Math.max(-down, rawShift(table, vector) + offset)
  // Not -0, which is another number to some.
  return Math.round(Math.min(most.up, shift) * 1e4) / 1e4 + 0
}

export function shiftOf(layer: Layer, vector: Vector): number {
  return shiftBy(tableOf(layer), vector)
}

/**
 * A table as an option of the judge.
 * @param keep called with the vector of each judged mail, for a lesson
 */
export function judgingLayer(table: Table, keep?: (vector: Vector) => void): LearntLayer {
  return {
    shiftOf: (mail, features) => {
      const vector = vectorOf(mail, features)
      keep?.(vector)
      return shiftBy(table, vector)
    },
  }
}
