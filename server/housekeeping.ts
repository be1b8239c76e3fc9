import { deleteRemovedPeople } from './accounts/removed-people.ts'
import { type Clock, hourMs, isoAfter, minuteMs } from './clock.ts'
import type { Limits } from './configuration.ts'
import { setCounter } from './database/counters.ts'
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

/** Deletes what may no longer be kept, hour by hour, without anybody asking for it. */
export function startHousekeeping(parts: Parts): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const run = () => {
    running = running
      // What a removal left when a server was killed.
      .then(() => deleteRemovedPeople(parts.database))
      .then(() => keepHouseOnce(parts))
      // The next hour tries again; nothing else hangs on it.
      .catch((cause: unknown) => {
        parts.log('error', 'housekeeping failed', { error: wordsForLog(cause) })
      })
  }
  run()
  const timer = setInterval(run, hourMs).unref()
  return {
    stop() {
      clearInterval(timer)
      return running
    },
  }
}

/** Of several servers on one database the first one in an hour does it. */
async function keepHouseOnce(parts: Parts): Promise<void> {
  const hour = Math.floor(parts.clock().getTime() / hourMs)
  if (await setCounter(parts.database, 'housekeeping', hour)) await keepHouse(parts)
}

/** Scans after their retention, answers that no gateway asks for again, mail long since sent, sessions that have ended, failed sign-ins that no longer count. */
export async function keepHouse({ database, limits, clock }: Parts): Promise<void> {
  const now = clock()
  await deleteExpiredScans(database, now)
  await deleteOldAnswers(database, now)
  await deleteOldMails(database, now)
  await database.deleteFrom('sessions').where('expires_at', '<=', now.toISOString()).execute()
  await database
    .deleteFrom('login_failures')
    .where('failed_at', '<=', isoAfter(now, -limits.loginWindowMinutes * minuteMs))
    .execute()
}
