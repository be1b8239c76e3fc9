import { sql } from 'kysely'
import { outdatedDatabase, readyEndpoint, stopping } from '../../contract/core/ready.ts'
import { secondMs } from '../core/clock.ts'
import { blockedUntil, HttpError } from '../core/http-error.ts'
import { isPostgres } from '../database/json-rows.ts'
import { pendingMigrations } from '../database/opening/migrate.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindPublic } from './bind.ts'
import type { Services } from './services.ts'

/** The call is public, so the result is reused to limit the number of writes. */
const rememberMs = secondMs
/** New pages cost more than a changed row. After a failure they are tried again each time. */
const allocateEveryMs = 5 * secondMs

/**
 * GET /ready: for load balancers. Unlike /health it fails while the database accepts no writes, even if
 * reads succeed, and once the server is stopping, even though it still answers.
 */
export function ready(services: Services) {
  let checkedAt = Number.NEGATIVE_INFINITY
  let allocatedAt = Number.NEGATIVE_INFINITY
  let outcome = Promise.resolve()
  return bindPublic(services, readyEndpoint, async () => {
    if (services.lifecycle.isStopping) throw blockedUntil(stopping, {}, 5)
    const now = services.clock().getTime()
    // The absolute value, because the clock may have been set back.
    if (Math.abs(now - checkedAt) >= rememberMs) {
      checkedAt = now
      const isThorough = Math.abs(now - allocatedAt) >= allocateEveryMs
      outcome = check(services.database, now, isThorough).then(() => {
        if (isThorough) allocatedAt = now
      })
    }
    await outcome
    return { status: 'ready' as const, judge: services.judgeHealth() }
  })
}

/** The database did not accept what readiness writes; its cause says why. */
export class UnwritableError extends Error {
  override name = 'UnwritableError'
}

async function check(database: Database, now: number, isThorough: boolean): Promise<void> {
  try {
    const pending = await pendingMigrations(database)
    if (pending.length > 0) throw blockedUntil(outdatedDatabase, {}, 5)
    await write(database, now)
    if (isThorough) await allocate(database)
  } catch (cause) {
    throw cause instanceof HttpError ? cause : new UnwritableError('no writes', { cause })
  }
}

/**
 * Writes to the disk, because a lock alone does not detect a full disk. The value is the time, because
 * SQLite does not write an unchanged row.
 */
async function write(database: Database, now: number): Promise<void> {
  await database
    .insertInto('counters')
    .values({ name: 'ready', value: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: now }))
    .execute()
}

/**
 * Takes new pages from the disk and gives them back: PostgreSQL changes a row in a page that it has,
 * even if the disk is full. SQLite appends every change to its journal.
 */
async function allocate(database: Database): Promise<void> {
  if (!isPostgres(database)) return
  const transaction = await database.startTransaction().execute()
  try {
    await sql`create table aman_ready as select generate_series(1, 5000) as filler`.execute(
      transaction,
    )
  } finally {
    await transaction.rollback().execute()
  }
}
