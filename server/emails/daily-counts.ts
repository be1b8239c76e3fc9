import { dayMs, dayOf } from '../core/clock.ts'
import type { Retention } from '../database/retention.ts'
import type { DailyCounts } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'

/** More than a year, so that a day can be compared with the same one a year before. */
const keptDays = 400

/** Whether counts of this day are still kept, and so are added to. */
export function isDayKept(day: string, now: Date): boolean {
  return day > dayOf(now, -keptDays)
}

/** The days of an organization on which it received mail, from the first to the last, both included. */
export function readDaysOf(
  database: Database,
  organizationId: string,
  first: string,
  last: string,
): Promise<Omit<DailyCounts, 'organization_id'>[]> {
  return database
    .selectFrom('daily_counts')
    .select(['day', 'safe', 'suspicious', 'malicious'])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .execute()
}

/** The same of all organizations together. Reads a row for each organization and day. */
export async function readDaysOfAll(
  database: Database,
  first: string,
  last: string,
): Promise<Omit<DailyCounts, 'organization_id'>[]> {
  const days = await database
    .selectFrom('daily_counts')
    .select(({ fn }) => [
      'day',
      fn.sum<number | string>('safe').as('safe'),
      fn.sum<number | string>('suspicious').as('suspicious'),
      fn.sum<number | string>('malicious').as('malicious'),
    ])
    .where('day', '>=', first)
    .where('day', '<=', last)
    .groupBy('day')
    .orderBy('day')
    .execute()
  // PostgreSQL gives sums as texts.
  return days.map(({ day, safe, suspicious, malicious }) => ({
    day,
    safe: Number(safe),
    suspicious: Number(suspicious),
    malicious: Number(malicious),
  }))
}

/** The first day that is counted, of an organization or of all; null if there is none. */
export async function firstDay(
  database: Database,
  organizationId: string | undefined,
): Promise<string | null> {
  const days = database.selectFrom('daily_counts').select(({ fn }) => fn.min('day').as('day'))
  const found =
    organizationId === undefined ? days : days.where('organization_id', '=', organizationId)
  const [row] = await found.execute()
  return row?.day ?? null
}

export const dayRetention: Retention = {
  table: 'daily_counts',
  key: ['organization_id', 'day'],
  // A day is before each of its times.
  date: 'day',
  keptMs: keptDays * dayMs,
}
