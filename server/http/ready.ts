import { readyEndpoint } from '../../contract/endpoints/ready.ts'
import { secondMs } from '../core/clock.ts'
import type { Services } from '../core/services.ts'
import { pendingMigrations } from '../database/migrate.ts'
import type { Database } from '../database/tables.ts'
import { type Binding, bindPublic } from './bind.ts'
import { blockedUntil } from './http-error.ts'

/** Anybody may ask, so that asking often costs no more writes. */
const rememberMs = secondMs

/**
 * GET /ready: for a load balancer. Unlike /health it fails while the database takes no writes,
 * though reading may go on, and once the server was told to stop, though it still answers.
 */
export function ready(services: Services): Binding {
  let checkedAt = Number.NEGATIVE_INFINITY
  let outcome = Promise.resolve()
  return bindPublic(services, readyEndpoint, async () => {
    if (services.lifecycle.isStopping) throw blockedUntil(503, 'The server is about to stop', 5)
    const now = services.clock().getTime()
    // Also when the clock was set back: what was found out in the future says nothing.
    if (Math.abs(now - checkedAt) >= rememberMs) {
      checkedAt = now
      outcome = check(services.database, now)
    }
    await outcome
    return { status: 'ready' as const }
  })
}

/**
 * A real write to the disk: a lock that can be had says nothing of a disk that is full. What a row
 * has already SQLite does not write again, hence the time.
 */
async function check(database: Database, now: number): Promise<void> {
  const pending = await pendingMigrations(database)
  if (pending.length > 0) throw blockedUntil(503, 'The database is of an older version', 5)
  await database
    .insertInto('counters')
    .values({ name: 'ready', value: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: now }))
    .execute()
}
