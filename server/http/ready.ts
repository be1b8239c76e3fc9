import { outdatedDatabase, readyEndpoint, stopping } from '../../contract/endpoints/ready.ts'
import { secondMs } from '../core/clock.ts'
import type { Services } from '../core/services.ts'
import { pendingMigrations } from '../database/migrate.ts'
import type { Database } from '../database/tables.ts'
import { bindPublic } from './bind.ts'
import { blockedUntil } from './http-error.ts'

/** The call is public, so the result is reused to limit the number of writes. */
const rememberMs = secondMs

/**
 * GET /ready: for load balancers. Unlike /health it fails while the database accepts no writes, even if
 * reads succeed, and once the server is stopping, even though it still answers.
 */
export function ready(services: Services) {
  let checkedAt = Number.NEGATIVE_INFINITY
  let outcome = Promise.resolve()
  return bindPublic(services, readyEndpoint, async () => {
    if (services.lifecycle.isStopping) throw blockedUntil(stopping, {}, 5)
    const now = services.clock().getTime()
    // The absolute value, because the clock may have been set back.
    if (Math.abs(now - checkedAt) >= rememberMs) {
      checkedAt = now
      outcome = check(services.database, now)
    }
    await outcome
    return { status: 'ready' as const }
  })
}

/**
 * Writes to the disk, because a lock alone does not detect a full disk. The value is the time, because
 * SQLite does not write an unchanged row.
 */
async function check(database: Database, now: number): Promise<void> {
  const pending = await pendingMigrations(database)
  if (pending.length > 0) throw blockedUntil(outdatedDatabase, {}, 5)
  await database
    .insertInto('counters')
    .values({ name: 'ready', value: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: now }))
    .execute()
}
