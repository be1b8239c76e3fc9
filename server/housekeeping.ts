import { deleteLoginFailures } from './accounts/login-limits.ts'
import { deleteRemovedPeople } from './accounts/removed-people.ts'
import { deleteEndedSessions } from './accounts/sessions.ts'
import { type Clock, hourMs, secondMs } from './clock.ts'
import type { Limits } from './configuration.ts'
import { readCounter, setCounter } from './database/counters.ts'
import type { Database } from './database/tables.ts'
import { type Log, wordsForLog } from './log.ts'
import { deleteOldMails } from './mail/attempts.ts'
import { deleteOldAnswers } from './scans/answer-once.ts'
import { deleteExpiredScans } from './scans/retention.ts'

interface Parts {
  readonly database: Database
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Log
}

/** How long it may go on when the server stops; what is left is for the next time. */
const farewellMs = 3 * secondMs
/** A clock that has gone on by more since the last time may be wrong. */
const leapHours = 24

/** Deletes what may no longer be kept, hour by hour, without anybody asking for it. */
export function startHousekeeping(parts: Parts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running = Promise.resolve()
  const run = () => {
    running = running
      // What a removal left when a server was killed.
      .then(() => deleteRemovedPeople(parts.database, stopping.signal))
      .then(() => keepHouseOnce(parts, stopping.signal))
      // The next hour tries again; nothing else hangs on it.
      .catch((cause: unknown) => {
        parts.log('error', 'housekeeping failed', { error: wordsForLog(cause) })
      })
  }
  run()
  const timer = setInterval(run, hourMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      const farewell = setTimeout(() => stopping.abort(), farewellMs)
      await running
      clearTimeout(farewell)
    },
  }
}

/**
 * Of several servers on one database the first one in an hour does it. What is deleted is gone, so a
 * clock that leapt has to tell the same an hour later; a server that nobody ran for days waits, too.
 */
async function keepHouseOnce(parts: Parts, stop: AbortSignal): Promise<void> {
  const { database, clock, log } = parts
  const hour = Math.floor(clock().getTime() / hourMs)
  const last = (await readCounter(database, 'housekeeping')) ?? hour
  if (!(await setCounter(database, 'housekeeping', hour))) return
  if (Math.abs(hour - last) > leapHours) await setCounter(database, 'housekeeping-leap', hour)
  const leap = await readCounter(database, 'housekeeping-leap')
  // The next hour may be a minute away for a server that starts anew.
  if (leap === undefined || Math.abs(hour - leap) > 1) await keepHouse(parts, stop)
  else log('warning', 'housekeeping waits for an hour', { hoursSinceLast: hour - last })
}

/** Scans after their retention, answers that no gateway asks for again, mail long since sent, sessions that have ended, failed sign-ins that no longer count. */
export async function keepHouse(parts: Omit<Parts, 'log'>, stop?: AbortSignal): Promise<void> {
  const { database, limits } = parts
  const now = parts.clock()
  await deleteExpiredScans(database, now, stop)
  await deleteOldAnswers(database, now, stop)
  await deleteOldMails(database, now, stop)
  await deleteEndedSessions(database, now, stop)
  await deleteLoginFailures(database, limits, now, stop)
}
