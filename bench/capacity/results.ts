import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { operations } from './operations.ts'

const amount = v.pipe(v.number(), v.finite())

/** Of one report, dashboard and so on; times in ms of processor time. */
const cost = v.strictObject({
  /** That were measured. */
  count: amount,
  amanMs: amount,
  /** Of all processes of PostgreSQL; 0 for SQLite, which is a part of Aman. */
  databaseMs: amount,
  /** How far the rounds' sums of both times were apart; see statistics.ts. */
  spread: amount,
  /** By the client and to it, heads included. */
  requestBytes: amount,
  answerBytes: amount,
  /** Between Aman and PostgreSQL, in both directions. */
  databaseBytes: amount,
  walBytes: amount,
  fullPages: amount,
  /** Blocks of 8 kB, not found in PostgreSQL's own memory, found there, and written. */
  blocksRead: amount,
  blocksHit: amount,
  blocksWritten: amount,
})
export type Cost = v.InferOutput<typeof cost>

export const costsOfOperations = v.strictObject(v.entriesFromList(operations, cost))

/** Of one scan or one user. */
const background = v.strictObject({ count: amount, databaseMs: amount, walBytes: amount })

const size = v.strictObject({
  scans: amount,
  users: amount,
  organizations: amount,
  operations: costsOfOperations,
  /** Bytes for each scan kept. */
  disk: v.strictObject({
    table: amount,
    indexes: v.record(v.string(), v.strictObject({ bytes: amount, density: amount })),
    /** Of the table, for each scan that is deleted, until a vacuum. */
    dead: amount,
  }),
  /** Whether the indexes are as a grown database has them by themselves, and not made as full. */
  hasGrown: v.boolean(),
  /** The deletion of one scan past its end, the vacuum for it, and a user's score of a week. */
  deletion: background,
  vacuum: background,
  weeklyScore: background,
  /** One-minute load average of the machine when the measurement began and when it ended. */
  load: v.tuple([amount, amount]),
})
export type MeasuredSize = v.InferOutput<typeof size>

const results = v.strictObject({
  measured: v.string(),
  processor: v.string(),
  processors: amount,
  memoryGb: amount,
  postgres: v.string(),
  settings: v.array(v.string()),
  /** Ascending. */
  sizes: v.array(size),
  /** In memory, of what the judge keeps of one, in the size that was measured last. */
  bytesOfOrganization: v.strictObject({ own: amount, correspondents: amount }),
  sqlite: v.nullable(
    v.strictObject({
      scans: amount,
      operations: costsOfOperations,
      bytesOfScan: amount,
    }),
  ),
})
export type Results = v.InferOutput<typeof results>

export const resultsFile = new URL('results.json', import.meta.url)

export function readResults(): Results {
  return v.parse(results, JSON.parse(readFileSync(resultsFile, 'utf8')))
}
