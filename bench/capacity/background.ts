import * as v from 'valibot'
import { dayOf } from '../../server/core/clock.ts'
import { deleteExpiredScans } from '../../server/emails/retention.ts'
import type { Place } from '../../tests/support/worlds/factories.ts'
import type { Administration } from './counters.ts'

/**
 * What Aman or PostgreSQL does by itself.
 * @param act @returns how many scans or users that was, where `count` does not say it
 * @returns the cost of one
 */
export async function measureBackground(
  { run, count }: Administration,
  act: () => Promise<number>,
) {
  await run('checkpoint')
  const before = await count()
  const done = await act()
  await run('checkpoint')
  const after = await count()
  return {
    count: done,
    databaseMs: (after.cpuMs - before.cpuMs) / done,
    walBytes: (after.walBytes - before.walBytes) / done,
  }
}

/** Deletes what ends within the next day of the oldest, or as much of it as a minute allows. */
export async function deleteOneDay({ database, clock }: Place): Promise<void> {
  // The fill's oldest mail came 28 days ago and is kept for 30.
  const end = new Date(`${dayOf(clock(), 3)}T00:00:00.000Z`)
  await deleteExpiredScans(database, end, AbortSignal.timeout(60_000))
}

export async function countScans({ read }: Administration): Promise<number> {
  const [found] = await read(
    v.object({ count: v.pipe(v.string(), v.transform(Number)) }),
    'select count(*) from scans',
  )
  return found?.count ?? Number.NaN
}
