import { sql } from 'kysely'
import { dayMs } from '../core/clock.ts'
import type { Database } from '../database/tables/tables.ts'
import { dayOf } from '../emails/emails.ts'
import { earlierDays, isJump, recentDays, usualWeek } from './jump.ts'

export interface Jump {
  readonly id: string
  readonly name: string
  readonly recent: number
  readonly usual: number
}

/** The organizations whose attacks have jumped, the largest jump first. Suspended ones are left out. */
export async function findJumps(database: Database, now: Date): Promise<Jump[]> {
  const week = dayOf(now, -recentDays)
  const first = dayOf(now, -(recentDays + earlierDays) + 1)
  const threats = sql`suspicious + malicious`
  const rows = await database
    .selectFrom('daily_counts')
    .innerJoin('organizations', 'organizations.id', 'daily_counts.organization_id')
    .select(['organizations.id', 'organizations.name'])
    .select(({ fn }) => [
      sql<number>`sum(case when day > ${week} then ${threats} else 0 end)`.as('recent'),
      sql<number>`sum(case when day > ${week} then 0 else ${threats} end)`.as('earlier'),
      fn.min('day').as('first_day'),
    ])
    .where('day', '>=', first)
    .where('day', '<=', dayOf(now))
    .where('organizations.suspended_at', 'is', null)
    .groupBy(['organizations.id', 'organizations.name'])
    .execute()
  return rows
    .map(({ id, name, recent, earlier, first_day }) => {
      const counted = { recent: Number(recent), earlier: Number(earlier) }
      return { id, name, threats: { ...counted, earlierDays: daysBetween(first_day, week) } }
    })
    .filter(({ threats: counted }) => isJump(counted))
    .map(({ id, name, threats: counted }) => ({
      id,
      name,
      recent: counted.recent,
      usual: Math.round(usualWeek(counted) * 10) / 10,
    }))
    .sort((one, other) => other.recent - other.usual - (one.recent - one.usual))
}

/** Both days included; 0 if the first is the later one. */
function daysBetween(first: string, last: string): number {
  const days = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  return Math.max(0, days)
}
