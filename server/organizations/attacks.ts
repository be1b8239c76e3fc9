import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { mostNamed } from '../../contract/organizations/unusual-attacks.ts'
import { dayMs, dayOf } from '../core/clock.ts'
import { byText } from '../core/fold.ts'
import type { Database, Tables } from '../database/tables/tables.ts'

/** Threats of an organization in the last 7 days, and in the days counted before them. */
interface Threats {
  readonly recent: number
  readonly earlier: number
  /** Days before the last 7 on which mail was counted already, 28 at most. */
  readonly earlierDays: number
}

const recentDays = 7
const earlierDays = 28

/** The first moment of the last 7 days, of which the current one is the last. */
export function recentSince(now: Date): string {
  return `${dayOf(now, 1 - recentDays)}T00:00:00.000Z`
}

/** Fewer threats in a week are no reason to look, whatever was usual. */
const leastThreats = 10
/** Without a week to compare with, nothing is unusual. */
const leastEarlierDays = 7
const factor = 2
/** Counts of usual weeks differ by about the square root of their mean; four times that is rare. */
const deviations = 4

/** Threats of a usual week before the last one. */
function usualWeek({ earlier, earlierDays: days }: Threats): number {
  return days === 0 ? 0 : (earlier / days) * recentDays
}

/**
 * Whether attacks have jumped: in the last 7 days at least 10 threats, at least twice a usual week of
 * the 4 before, and more than chance explains. So neither a quiet organization with a few threats nor a
 * busy one with a few more is shown (docs/decisions/0063-what-needs-attention.md).
 */
export function isJump(threats: Threats): boolean {
  const { recent, earlierDays: days } = threats
  if (recent < leastThreats || days < leastEarlierDays) return false
  const usual = usualWeek(threats)
  return recent >= factor * usual && recent - usual >= deviations * Math.sqrt(usual)
}

interface Jump {
  readonly id: string
  readonly name: string
  readonly recent: number
  readonly usual: number
}

/**
 * The organizations whose attacks have jumped, the largest jump first. Suspended ones are left out, and
 * what was usual is only read of those with enough threats.
 */
export async function findJumps(database: Database, now: Date): Promise<Jump[]> {
  const rows = await database
    .selectFrom('organizations')
    .select(['id', 'name', 'suspended_at', ...threatColumns(now)])
    .where('suspended_at', 'is', null)
    .where(recentThreats(now), '>=', leastThreats)
    .execute()
  return rows
    .filter((row) => isUnusual(row, now))
    .map((row) => ({ id: row.id, name: row.name, ...showThreats(row, now) }))
    .sort(
      (one, other) =>
        other.recent - other.usual - (one.recent - one.usual) || byText(one.id, other.id),
    )
}

/** They are counted, and the first of them are named. */
export async function summarizeJumps(database: Database, now: Date) {
  const jumps = await findJumps(database, now)
  return { count: jumps.length, attacked: jumps.slice(0, mostNamed) }
}

/** The columns of `threatColumns`. */
export interface CountedThreats {
  readonly recent: number | string | null
  readonly earlier: number | string | null
  readonly first_day: string | null
}

/**
 * The threats of an organization in the last 7 days and in the 4 weeks before. Its days follow each other
 * in the index, so that 35 rows are read for each organization, however long the others are kept.
 */
export function threatColumns(now: Date) {
  const { week, first, last } = boundsOf(now)
  return [
    recentThreats(now).as('recent'),
    sumOf(sql`day >= ${first} and day <= ${week}`).as('earlier'),
    sql<string | null>`(select min(day) from daily_counts
      where organization_id = organizations.id and day >= ${first} and day <= ${last})`.as(
      'first_day',
    ),
  ] as const
}

function recentThreats(now: Date) {
  const { week, last } = boundsOf(now)
  return sumOf(sql`day > ${week} and day <= ${last}`)
}

function sumOf(isWanted: RawBuilder<boolean>) {
  return sql<number | string | null>`(select sum(suspicious + malicious) from daily_counts
    where organization_id = organizations.id and ${isWanted})`
}

/** @param week the last day before the 7 days that end now */
function boundsOf(now: Date) {
  return {
    week: dayOf(now, -recentDays),
    first: dayOf(now, -(recentDays + earlierDays) + 1),
    last: dayOf(now),
  }
}

export function isUnusual(
  counted: CountedThreats & { readonly suspended_at: string | null },
  now: Date,
): boolean {
  return counted.suspended_at === null && isJump(threatsOf(counted, now))
}

export function showThreats(counted: CountedThreats, now: Date) {
  const threats = threatsOf(counted, now)
  return { recent: threats.recent, usual: Math.round(usualWeek(threats) * 10) / 10 }
}

/** PostgreSQL gives sums as texts. */
function threatsOf({ recent, earlier, first_day }: CountedThreats, now: Date): Threats {
  return {
    recent: Number(recent),
    earlier: Number(earlier),
    earlierDays: first_day === null ? 0 : Math.max(0, daysSince(first_day, now) - recentDays),
  }
}

/** Both days included. */
function daysSince(day: string, now: Date): number {
  return Math.floor(now.getTime() / dayMs) - Date.parse(day) / dayMs + 1
}

/** The organizations of some users, without suspended ones, that with most of them first. */
export async function organizationsWithMost(users: SelectQueryBuilder<Tables, 'users', object>) {
  const found = await users
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(({ fn }) => ['organizations.id', 'organizations.name', fn.countAll().as('users')])
    .where('organizations.suspended_at', 'is', null)
    .groupBy(['organizations.id', 'organizations.name'])
    .orderBy('organizations.id')
    .execute()
  return found
    .map(({ id, name, users }) => ({ id, name, users: Number(users) }))
    .sort((one, other) => other.users - one.users)
}
