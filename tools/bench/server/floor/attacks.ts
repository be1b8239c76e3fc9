import {
  type CountedThreats,
  isUnusual,
  showThreats,
} from '../../../../server/organizations/attacks.ts'
import type { Query, Row } from './query.ts'

const days = (now: Date, offset: number) =>
  new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10)

/** The columns of an organization's threats; `bounds` are their parameters. */
export const threatColumns = `(select sum(suspicious + malicious) from daily_counts
    where organization_id = organizations.id and day > ? and day <= ?) as recent,
  (select sum(suspicious + malicious) from daily_counts
    where organization_id = organizations.id and day >= ? and day <= ?) as earlier,
  (select min(day) from daily_counts
    where organization_id = organizations.id and day >= ? and day <= ?) as first_day`

export function bounds(now: Date): string[] {
  const [last, week, first] = [days(now, 0), days(now, -7), days(now, -34)]
  return [week, last, first, week, first, last]
}

export function threatsOf(row: Row, now: Date) {
  const counted: CountedThreats & { suspended_at: string | null } = {
    recent: Number(row.recent),
    earlier: Number(row.earlier),
    first_day: row.first_day === null ? null : String(row.first_day),
    suspended_at: row.suspended_at === null ? null : String(row.suspended_at),
  }
  return { ...showThreats(counted, now), isUnusual: isUnusual(counted, now) }
}

/** The organizations with unusual attacks, as the overview names them. */
export function attacks(query: Query) {
  const find = query(
    `select id, name, suspended_at, ${threatColumns} from organizations where suspended_at is null`,
  )
  return async () => {
    const now = new Date()
    const jumps = (await find(bounds(now)))
      .map((row) => ({ id: row.id, name: row.name, ...threatsOf(row, now) }))
      .filter((it) => it.isUnusual)
      .sort((one, other) => other.recent - other.usual - (one.recent - one.usual))
      .map(({ isUnusual: _, ...jump }) => jump)
    return { count: jumps.length, attacked: jumps.slice(0, 5) }
  }
}
