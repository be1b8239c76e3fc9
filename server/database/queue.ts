import { randomInt } from 'node:crypto'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { createRecall, startBackgroundWork } from '../core/background-work.ts'
import { type Clock, clockSkewMs, isoAfter, secondMs } from '../core/clock.ts'
import { type Log, wordsForLog } from '../core/log.ts'
import type { Database, Tables } from './tables/tables.ts'

type QueueTable = 'mails' | 'webhook_deliveries'

/** Rows that several servers take turns to send, each after pauses until its last attempt. */
export interface Queue<Table extends QueueTable> {
  readonly table: Table
  /** Whether a row is neither sent nor given up. */
  readonly waits: RawBuilder<unknown>
  /** What else a claim writes. */
  readonly claimed?: (now: Date) => RawBuilder<unknown>
  /** Between attempts. */
  readonly pausesMs: readonly number[]
  /** Pauses are longer or shorter by up to this part, so that a receiver is not met by all at once. */
  readonly jitter: number
  /** Longer than an attempt may take. After a crash another server takes over when it expires. */
  readonly leaseMs: number
}

/**
 * Claims the row that has been due longest, so that no other server sends it meanwhile.
 * @param among narrows the rows, if set
 */
export async function claimNext<Table extends QueueTable>(
  database: Database,
  { table, waits, claimed, leaseMs }: Queue<Table>,
  now: Date,
  among = sql`true`,
): Promise<Selectable<Tables[Table]> | undefined> {
  const rows = sql.table(table)
  const isDue = sql`${waits} and next_attempt_at <= ${now.toISOString()}`
  const also = claimed === undefined ? sql`` : sql`, ${claimed(now)}`
  for (;;) {
    const due = await sql<{ id: string }>`select id from ${rows} where ${isDue} and ${among}
      order by next_attempt_at limit 1`.execute(database)
    const [next] = due.rows
    if (next === undefined) return undefined
    const claim = await sql<Selectable<Tables[Table]>>`update ${rows} set
      attempts = attempts + 1, next_attempt_at = ${isoAfter(now, leaseMs)}${also}
      where id = ${next.id} and ${isDue} returning *`.execute(database)
    // Another server may have been faster.
    if (claim.rows[0] !== undefined) return claim.rows[0]
  }
}

/** When the attempt after the given number is due; undefined after the last one. */
export function nextAttemptAt(
  { pausesMs, jitter }: Pick<Queue<QueueTable>, 'pausesMs' | 'jitter'>,
  attempts: number,
  now: Date,
): string | undefined {
  const pauseMs = pausesMs[attempts - 1]
  if (pauseMs === undefined) return undefined
  return isoAfter(now, Math.round(pauseMs * (1 + jitter * (randomInt(-1000, 1001) / 1000))))
}

/**
 * Makes rows due whose next attempt is further away than the longest pause, because the clock was
 * ahead when it was scheduled.
 */
export async function recallAll(
  database: Database,
  { table, waits, pausesMs, jitter, leaseMs }: Queue<QueueTable>,
  now: Date,
): Promise<void> {
  // Indexed by the number of attempts. During the last one a row has a lease but no pause.
  const longestWaitsMs = [
    0,
    ...pausesMs.map((pauseMs) => Math.max(pauseMs * (1 + jitter), leaseMs)),
    leaseMs,
  ]
  const isTooFar = longestWaitsMs.map(
    (waitMs, attempts) =>
      sql`(attempts = ${attempts} and next_attempt_at > ${isoAfter(now, waitMs + clockSkewMs)})`,
  )
  await sql`update ${sql.table(table)} set next_attempt_at = ${now.toISOString()}
    where ${waits} and (${sql.join(isTooFar, sql` or `)})`.execute(database)
}

interface Worker<Table extends QueueTable> {
  readonly name: string
  readonly queue: Queue<Table>
  /**
   * Sends what is due.
   * @param stop is aborted when nothing new may begin, `cut` when running attempts must end
   */
  send(stop: AbortSignal, cut: AbortSignal): Promise<void>
  /** Resolves when what `send` left running has ended. */
  readonly rest?: () => Promise<void>
}

const lookEveryMs = 2 * secondMs
/** How long a running attempt may continue when the server stops; a cut one is repeated. */
const shutdownGraceMs = 3 * secondMs

/** Sends in the background until it is stopped. */
export function startQueueWorker<Table extends QueueTable>(
  { database, clock, log }: { database: Database; clock: Clock; log: Log },
  { name, queue, send, rest }: Worker<Table>,
): { stop(): Promise<void> } {
  // At the start and whenever the clock was set back.
  const recall = createRecall(clock, (now) => recallAll(database, queue, now))
  return startBackgroundWork({
    everyMs: lookEveryMs,
    graceMs: shutdownGraceMs,
    run: async (stop, cut) => {
      await recall()
      await send(stop, cut)
    },
    onFailure: (cause) => log('error', `${name} failed`, { error: wordsForLog(cause) }),
    ...(rest && { rest }),
  })
}
