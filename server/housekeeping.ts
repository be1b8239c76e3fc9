import { deleteOldDevices } from './accounts/known-devices.ts'
import { deleteRemovedUsers } from './accounts/removed-users.ts'
import { deleteEndedSessions } from './accounts/sessions.ts'
import { deleteSignInFailures } from './accounts/sign-in-limits.ts'
import { deleteStrangersSignIns } from './audit/delete-strangers.ts'
import { type Clock, hourMs, secondMs } from './core/clock.ts'
import type { Limits } from './core/configuration.ts'
import { type Log, wordsForLog } from './core/log.ts'
import { takeAdvisoryLock } from './database/advisory-lock.ts'
import { readCounter, setCounter } from './database/counters.ts'
import { emptyJournal } from './database/empty-journal.ts'
import type { Database } from './database/tables.ts'
import { deleteOldMails } from './mail/attempts.ts'
import { deleteOldAnswers } from './scans/answer-once.ts'
import { deleteExpiredScans } from './scans/retention.ts'

interface Services {
  readonly database: Database
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Log
}

/** How long it may go on when the server stops; what is left is for the next time. */
const shutdownGraceMs = 3 * secondMs
/** A clock that has gone on by more since the last time may be wrong. */
const leapHours = 24

/** Deletes what may no longer be kept, hour by hour, without anybody asking for it. */
export function startHousekeeping(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running = Promise.resolve()
  const run = () => {
    running = running
      // What a removal left when a server was killed.
      .then(() => deleteRemovedUsers(services.database, stopping.signal))
      .then(() => runHousekeepingOnce(services, stopping.signal))
      // The next hour tries again; nothing else hangs on it.
      .catch((cause: unknown) => {
        services.log('error', 'housekeeping failed', { error: wordsForLog(cause) })
      })
  }
  run()
  const timer = setInterval(run, hourMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      const cutOff = setTimeout(() => stopping.abort(), shutdownGraceMs)
      await running
      clearTimeout(cutOff)
    },
  }
}

/** Of several servers on one database the first one in an hour does it. */
async function runHousekeepingOnce(services: Services, stop: AbortSignal): Promise<void> {
  const visit = await noteVisit(services)
  if (visit === undefined) return
  const { waits, hoursSinceLast } = visit
  if (waits) services.log('warning', 'housekeeping waits for an hour', { hoursSinceLast })
  else await runHousekeeping(services, stop)
}

/**
 * What is deleted is gone, so a clock that leapt has to tell the same an hour later; a server that
 * nobody ran for days waits, too. The hour and the leap are written together or not at all: an hour
 * without its leap would look like any other to whoever comes next.
 * @returns undefined when somebody was here in this hour
 */
function noteVisit({ database, clock }: Services) {
  return database.transaction().execute(async (transaction) => {
    await takeAdvisoryLock(transaction, 'housekeeping')
    const hour = Math.floor(clock().getTime() / hourMs)
    const last = (await readCounter(transaction, 'housekeeping')) ?? hour
    if (!(await setCounter(transaction, 'housekeeping', hour))) return undefined
    if (Math.abs(hour - last) > leapHours) await setCounter(transaction, 'housekeeping-leap', hour)
    const leap = await readCounter(transaction, 'housekeeping-leap')
    // The next hour may be a minute away for a server that starts anew.
    const waits = leap !== undefined && Math.abs(hour - leap) <= 1
    return { waits, hoursSinceLast: hour - last }
  })
}

/** What is promised about how long anything is kept has to hold where nobody looks after the server. */
export async function runHousekeeping(
  services: Omit<Services, 'log'>,
  stop?: AbortSignal,
): Promise<void> {
  const { database, limits } = services
  const now = services.clock()
  await deleteExpiredScans(database, now, stop)
  await deleteOldAnswers(database, now, stop)
  await deleteOldMails(database, now, stop)
  await deleteEndedSessions(database, now, stop)
  await deleteSignInFailures(database, limits, now, stop)
  await deleteOldDevices(database, now, stop)
  await deleteStrangersSignIns(database, limits, now, stop)
  await emptyJournal(database)
}
