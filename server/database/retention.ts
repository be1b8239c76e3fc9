import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { clockSkewMs, isoAfter } from '../core/clock.ts'
import type { Database, Tables } from './tables/tables.ts'

interface RetentionOf<Table extends keyof Tables> {
  readonly table: Table
  /** The primary key; `id` if not set. */
  readonly key?: readonly (keyof Tables[Table] & string)[]
  readonly date: keyof Tables[Table] & string
  /** How long a row stays after its date; 0 if not set, for a date that is itself the end. */
  readonly keptMs?: number
  /**
   * Rows dated later than possible were written before the clock was set back: they end now, because
   * they would count again, or their time begins now.
   */
  readonly future?: 'delete' | 'redate'
  /** The date that can be later than possible; `date` if not set. */
  readonly futureDate?: keyof Tables[Table] & string
  /** How far ahead of the clock that may be; 0 if not set. */
  readonly aheadMs?: number
  /** The condition for rows that end; all if not set. */
  readonly only?: RawBuilder<unknown>
}

/** How long rows of a table are kept. Housekeeping deletes them afterwards. */
export type Retention = { [Table in keyof Tables]: RetentionOf<Table> }[keyof Tables]

export async function deleteExpired(
  database: Database,
  {
    table,
    key = ['id'],
    date,
    keptMs = 0,
    future,
    futureDate = date,
    aheadMs = 0,
    only,
  }: Retention,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  const rows = sql.table(table)
  const primaryKey = sql.join(key.map((name) => sql.ref(name)))
  const isLater = sql`${sql.ref(futureDate)} > ${isoAfter(now, aheadMs + clockSkewMs)}`
  if (future === 'redate') {
    await sql`update ${rows} set ${sql.ref(futureDate)} = ${now.toISOString()} where ${isLater}`.execute(
      database,
    )
  }
  const conditions = [
    sql`${sql.ref(date)} <= ${isoAfter(now, -keptMs)}`,
    ...(future === 'delete' ? [isLater] : []),
  ]
  const ended = sql`(${sql.join(conditions, sql` or `)})`
  const condition = only === undefined ? ended : sql`${only} and ${ended}`
  await deleteInChunks(async (most) => {
    const { numAffectedRows = 0n } = await sql`delete from ${rows} where (${primaryKey}) in (
      select ${primaryKey} from ${rows} where ${condition} limit ${most})`.execute(database)
    return numAffectedRows
  }, stop)
}

/** A chunk takes a few milliseconds; other calls run between chunks. */
const chunk = 500

const never = new AbortController().signal

/**
 * On PostgreSQL two servers may select the same rows; the slower one then deletes none of them although
 * more rows are left. So an empty result is checked once more.
 */
const maxEmptyResults = 2

/**
 * Deletes until no rows are left or `stop` is aborted; the next run deletes the rest.
 * @param deleteSome deletes at most the given number of rows and returns how many it deleted
 */
export async function deleteInChunks(
  deleteSome: (most: number) => Promise<bigint>,
  stop: AbortSignal = never,
): Promise<void> {
  let empty = 0
  while (empty < maxEmptyResults && !stop.aborted) {
    empty = (await deleteSome(chunk)) === 0n ? empty + 1 : 0
    await setImmediate()
  }
}
