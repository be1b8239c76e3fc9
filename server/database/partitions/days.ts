import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayMs, dayOf } from '../../core/clock.ts'
import { takeAdvisoryLock } from '../advisory-lock.ts'
import { isBusy, isCheckViolation } from '../drivers/database-error.ts'
import { isPostgres } from '../engine.ts'
import type { Database } from '../tables/tables.ts'

/*
 * The partitions of safe mail on PostgreSQL, one for each day (UTC) on which it ends (decision 0132). SQLite has
 * one table, and none of this does anything there.
 */

/** Mail that is kept for 30 days and dated a few minutes ahead ends 31 days ahead; the rest is for failures. */
const daysAhead = 34
/** A reader waits no longer behind a change of the partitions that waits itself. */
const lockMs = 50
/** PostgreSQL ends a vacuum of its own for one who waits for a second. */
const vacuumMs = 3000
const pauseMs = 200
const mostAttempts = 10

const never = new AbortController().signal
const prefix = 'scans_safe_'

/** Makes the partitions of today and of the days ahead that are missing. */
export async function makeDays(database: Database, now: Date): Promise<void> {
  if (!isPostgres(database)) return
  const wanted = Array.from({ length: daysAhead + 1 }, (_, ahead) =>
    dayOf(new Date(now.getTime() + ahead * dayMs)),
  )
  const there = new Set(await readDays(database))
  for (const day of wanted) {
    if (!there.has(day)) await unlessBusy(database, (changing) => makeDay(changing, day))
  }
}

/** Mail of more days than this is not kept. */
const mostDays = 33

/**
 * Makes the partitions of the days on which a database's mail ends, before it is copied. Runs in the caller's
 * transaction.
 * @param source holds the mail in `scans`
 */
export async function makeDaysOf(source: Database, target: Database): Promise<void> {
  if (!isPostgres(target)) return
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(delete_after) as first, max(delete_after) as last from scans`.execute(source)
  const [{ first = null, last = null } = {}] = rows
  if (first === null || last === null) return
  const earliest = dayOf(new Date(Date.parse(last) - mostDays * dayMs))
  const [, begin = earliest] = [earliest, dayOf(new Date(first))].toSorted()
  const end = dayOf(new Date(last))
  for (let day = begin; day <= end; day = dayAfter(day)) await makeDay(target, day)
}

/**
 * Drops the partitions of days that have passed, with all mail that ended on them.
 * @returns how many are gone; one that stays busy is left to the next run
 */
export async function dropEndedDays(
  database: Database,
  now: Date,
  stop: AbortSignal = never,
): Promise<number> {
  if (!isPostgres(database)) return 0
  const today = dayOf(now)
  let dropped = 0
  for (const day of await readDays(database)) {
    if (day >= today || stop.aborted) continue
    const isDropped = await unlessBusy(database, (changing) => dropDay(changing, day))
    if (isDropped) dropped += 1
  }
  return dropped
}

/**
 * A vacuum of the partition would outlast every short wait. It is waited for with a lock that holds neither
 * readers nor writers up.
 */
async function dropDay(changing: Database, day: string): Promise<void> {
  // Another server dropped it while this one waited.
  if (!(await hasDay(changing, day))) return
  const table = sql.table(nameOf(day))
  await sql`set local lock_timeout = ${sql.lit(vacuumMs)}`.execute(changing)
  await sql`lock table ${table} in share update exclusive mode`.execute(changing)
  await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(changing)
  await sql`drop table ${table}`.execute(changing)
}

async function hasDay(database: Database, day: string): Promise<boolean> {
  const { rows } = await sql`select 1
    where to_regclass(${nameOf(day)}) is not null`.execute(database)
  return rows.length > 0
}

/** The days that have a partition, as YYYY-MM-DD, the earliest first. */
async function readDays(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass('scans_safe')`.execute(database)
  return rows.flatMap(({ name }) => dayIn(name) ?? []).sort()
}

function nameOf(day: string): string {
  return `${prefix}${day.replaceAll('-', '')}`
}

function dayIn(name: string): string | undefined {
  const [, year, month, day] = /^scans_safe_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
  return year === undefined ? undefined : `${year}-${month}-${day}`
}

/**
 * Attached after it was made, because to make it as a partition would lock all safe mail against reading.
 * Where mail of this day lies in `scans_safe_rest` already, it stays there, and the day has no partition.
 */
async function makeDay(changing: Database, day: string): Promise<void> {
  const { rows } = await sql`select 1 from scans_safe_rest
    where delete_after >= ${day} and delete_after < ${dayAfter(day)} limit 1`.execute(changing)
  if (rows.length > 0) return
  const table = sql.table(nameOf(day))
  // Another server made it while this one waited.
  if (await hasDay(changing, day)) return
  await sql`create table ${table} (like scans_safe including defaults)`.execute(changing)
  await sql`alter table ${table} add primary key (id, organization_id)`.execute(changing)
  await sql`alter table scans_safe attach partition ${table}
    for values from (${sql.lit(day)}) to (${sql.lit(dayAfter(day))})`.execute(changing)
}

function dayAfter(day: string): string {
  return dayOf(new Date(Date.parse(day) + dayMs))
}

/** Changes the partitions in a transaction that waits for its locks only as long as a reader may. */
async function unlessBusy(
  database: Database,
  change: (changing: Database) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    if (attempt > 0) await setTimeout(pauseMs)
    try {
      await database.transaction().execute(async (transaction) => {
        await takeAdvisoryLock(transaction, 'partitions')
        await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(transaction)
        await change(transaction)
      })
      return true
    } catch (cause) {
      // Mail may come to `scans_safe_rest` after it was asked; the next attempt finds it there.
      if (!isBusy(cause) && !isCheckViolation(cause)) throw cause
    }
  }
  return false
}
