import { sql } from 'kysely'
import { dayMs, isoAfter } from '../../core/clock.ts'
import { countRows } from '../../database/count-rows.ts'
import type { Database } from '../../database/tables/tables.ts'

/** So many unconfirmed marks against the evidence are hardly a mistake. */
const fewestDoubtful = 10
const alarmMs = 7 * dayMs

/** Organizations whose judge a user may be teaching wrongly, the last refused version first. */
export async function findDoubtedJudges(database: Database, mostNamed: number, now: Date) {
  const since = isoAfter(now, -alarmMs)
  const doubtful = database
    .selectFrom('marks')
    .select(({ fn }) => ['organization_id', fn.countAll<number | string>().as('doubtful')])
    .where('is_doubtful', '=', 1)
    .where('made_at', '>', since)
    .groupBy('organization_id')
    .as('doubted')
  const doubted = database
    .selectFrom('learning')
    .innerJoin('organizations', 'organizations.id', 'learning.organization_id')
    .leftJoin(doubtful, 'doubted.organization_id', 'learning.organization_id')
    .where('suspended_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('refused_at', '>', since), eb('doubted.doubtful', '>=', fewestDoubtful)]),
    )
  const named = await doubted
    .select([
      'organizations.id',
      'organizations.name',
      'doubted.doubtful',
      sql<string | null>`case when refused_at > ${since} then refused_at end`.as('refused_at'),
    ])
    .orderBy(sql`coalesce(refused_at, '')`, 'desc')
    .orderBy('organizations.id')
    .limit(mostNamed)
    .execute()
  return {
    count: await countRows(doubted),
    judges: named.map((judge) => ({ ...judge, doubtful: Number(judge.doubtful ?? 0) })),
  }
}
