import { sql } from 'kysely'
import type { AttackKind } from '../../contract/emails/attack-kind.ts'
import { dayMs, dayOf } from '../core/clock.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { firstDay, readDaysOf, reasonColumns } from '../emails/emails.ts'
import { byFrequency, kindOfAttack } from './attack-kinds.ts'
import { chunked } from './report-members.ts'

export interface Period {
  /** The first and the last day in UTC, both included. */
  readonly from: string
  readonly to: string
  readonly now: Date
}

/** How long suspicious mail and checks are kept. */
const mailDays = 30

/** The first moment of a period, and the first one after it. */
export function boundsOf({ from, to }: Pick<Period, 'from' | 'to'>) {
  const end = new Date(Date.parse(to) + dayMs).toISOString()
  return { begin: `${from}T00:00:00.000Z`, end }
}

/** Every day of a period. */
function daysOf({ from, to }: Pick<Period, 'from' | 'to'>): string[] {
  const days: string[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) {
    days.push(dayOf(new Date(time)))
  }
  return days
}

/** The first day of a period whose rows retention has not begun to delete; null for all of it. */
export function wholeSince(
  { from, now }: Pick<Period, 'from' | 'now'>,
  keptDays = mailDays,
): string | null {
  const first = dayOf(now, 1 - keptDays)
  return from < first ? first : null
}

interface DayOfReport {
  readonly day: string
  readonly suspicious: number | null
  readonly malicious: number | null
}

/** From the counts of each day, which retention and removed members do not change. */
export async function countOrganization(
  database: Database,
  organizationId: string,
  period: Period,
) {
  const first = await firstDay(database, organizationId)
  const counts = await readDaysOf(database, organizationId, period.from, period.to)
  const byDay = new Map(counts.map((count) => [count.day, count]))
  const isCounted = (day: string) => first !== null && day >= first
  const sum = (level: 'safe' | 'suspicious' | 'malicious') =>
    counts.reduce((total, count) => total + count[level], 0)
  return {
    scanned: sum('safe') + sum('suspicious') + sum('malicious'),
    suspicious: sum('suspicious'),
    malicious: sum('malicious'),
    counted_since: first !== null && first > period.from ? first : null,
    suspicious_since: null,
    days: daysOf(period).map((day): DayOfReport => {
      const none = isCounted(day) ? 0 : null
      const { suspicious = none, malicious = none } = byDay.get(day) ?? {}
      return { day, suspicious, malicious }
    }),
  }
}

/** Malicious mail is kept as long as its recipient, suspicious mail for 30 days. */
export async function countDepartment(
  database: Database,
  organizationId: string,
  memberIds: readonly string[],
  period: Period,
) {
  const since = wholeSince(period)
  const found = new Map<string, number>()
  for await (const ids of chunked(memberIds)) {
    for (const { day, threat_level, count } of await countByDay(
      database,
      organizationId,
      ids,
      period,
    )) {
      const key = `${threat_level} ${day}`
      found.set(key, (found.get(key) ?? 0) + Number(count))
    }
  }
  const days = daysOf(period).map((day): DayOfReport => {
    const isKept = since === null || day >= since
    return {
      day,
      suspicious: isKept ? (found.get(`suspicious ${day}`) ?? 0) : null,
      malicious: found.get(`malicious ${day}`) ?? 0,
    }
  })
  return {
    scanned: null,
    suspicious: days.reduce((total, { suspicious }) => total + (suspicious ?? 0), 0),
    malicious: days.reduce((total, { malicious }) => total + (malicious ?? 0), 0),
    counted_since: null,
    suspicious_since: since,
    days,
  }
}

function countByDay(
  database: Database,
  organizationId: string,
  ids: readonly string[],
  period: Period,
) {
  const { begin, end } = boundsOf(period)
  const day = sql<string>`substr(received_at, 1, 10)`
  return threatsOf(database, organizationId, ids)
    .select(({ fn }) => [day.as('day'), 'threat_level', fn.countAll().as('count')])
    .where('threat_level', 'in', ['suspicious', 'malicious'])
    .where('received_at', '>=', begin)
    .where('received_at', '<', end)
    .groupBy([day, 'threat_level'])
    .execute()
}

/** How much malicious mail each of a few members received. */
export async function countMalicious(
  database: Database,
  organizationId: string,
  memberIds: readonly string[],
  period: Period,
): Promise<ReadonlyMap<string, number>> {
  const { begin, end } = boundsOf(period)
  const rows = await threatsOf(database, organizationId, memberIds)
    .select(({ fn }) => ['scans.user_id', fn.countAll().as('count')])
    .where('threat_level', '=', 'malicious')
    .where('received_at', '>=', begin)
    .where('received_at', '<', end)
    .groupBy('scans.user_id')
    .execute()
  return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]))
}

/** Bounds the work for a team that is flooded; the newest of each chunk of members count. */
const mostRead = 500

/** Counts members' dangerous mail by its aim. */
export async function countKinds(
  database: Database,
  organizationId: string,
  memberIds: readonly string[],
  period: Period,
) {
  const { begin, end } = boundsOf(period)
  // Suspicious mail past its time is not read, also before it is deleted.
  const since = wholeSince(period) ?? begin
  const counts = new Map<AttackKind, number>()
  for await (const ids of chunked(memberIds)) {
    const rows = await threatsOf(database, organizationId, ids)
      .select(reasonColumns)
      .where(({ eb, or, and }) =>
        or([
          eb('threat_level', '=', 'malicious'),
          and([eb('threat_level', '=', 'suspicious'), eb('received_at', '>=', since)]),
        ]),
      )
      .where('received_at', '>=', begin)
      .where('received_at', '<', end)
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostRead)
      .execute()
    for (const kind of rows.map(kindOfAttack)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return Array.from(counts, ([kind, count]) => ({ kind, count })).sort(byFrequency)
}

/**
 * Mail from before a member came to the organization stays behind, also of a member who was in
 * it before and came back.
 */
export function threatsOf(
  database: Database,
  organizationId: string,
  memberIds: readonly string[],
) {
  return database
    .selectFrom('scans')
    .leftJoin('organization_joins', 'organization_joins.user_id', 'scans.user_id')
    .where('scans.organization_id', '=', organizationId)
    .where(isOneOf(database, 'scans.user_id', memberIds))
    .where(({ eb, or, ref }) =>
      or([eb('joined_at', 'is', null), eb('received_at', '>=', ref('joined_at'))]),
    )
}
