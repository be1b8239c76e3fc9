import { sql } from 'kysely'
import { healthEndpoint } from '../../contract/core/health.ts'
import { can } from '../../contract/core/permissions.ts'
import { outdatedDatabase, readyEndpoint, stopping } from '../../contract/core/ready.ts'
import { minuteMs, secondMs } from '../core/clock.ts'
import { blockedUntil, HttpError } from '../core/http-error.ts'
import { wordsForLog } from '../core/log.ts'
import { wordsOfCause } from '../core/start-error.ts'
import { version } from '../core/version.ts'
import { isPostgres } from '../database/engine.ts'
import { pendingMigrations } from '../database/opening/migrate.ts'
import type { Database } from '../database/tables/tables.ts'
import { findCaller } from './authentication.ts'
import { bindPublic, bindResponse } from './bind.ts'
import type { CallContext } from './call-context.ts'
import { createDoctorReport } from './doctor-token.ts'
import { jsonAnswer } from './json-answer.ts'
import type { Services } from './services.ts'

/** After so long without a failure the next one belongs to another outage. */
const outageMs = minuteMs

/**
 * Logs failures that an outage causes in every call: the first with its stack, then one line a second
 * at most, with how many failed since the line before.
 */
export function createOutageLog({ log, clock }: Pick<Services, 'log' | 'clock'>) {
  let failedAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY
  let failed = 0
  return (details: { readonly request: string; readonly call: string }, cause: unknown): void => {
    const now = clock().getTime()
    // The absolute value, because the clock may have been set back.
    const isNew = Math.abs(now - failedAt) >= outageMs
    failedAt = now
    failed += 1
    if (!isNew && Math.abs(now - loggedAt) < secondMs) return
    const error = isNew ? wordsForLog(cause) : wordsOfCause(cause)
    log('error', 'database unavailable', { ...details, failed, error })
    loggedAt = now
    failed = 0
  }
}

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

/** GET /health: shows that the server responds; super admins also get its version. */
export function health(services: Services) {
  const reportToDoctor = createDoctorReport(services)
  return bindResponse(services, healthEndpoint, async (read, context) => {
    await read()
    const doctor = await reportToDoctor(context)
    if (doctor !== undefined) return jsonAnswer({ status: 'ok', doctor })
    const isForOperator = await isOperator(services, context)
    return jsonAnswer({ status: 'ok', ...(isForOperator ? { version } : {}) })
  })
}

/** False while the database is unavailable, so that the call still succeeds. */
async function isOperator(services: Services, context: CallContext): Promise<boolean> {
  const session = await findCaller(services, context, { isBackground: true }).catch(() => undefined)
  return session?.scope === 'site' && can(session.user.role, 'view:admin')
}
