import { sql } from 'kysely'
import { dayMs, isoAfter } from '../../core/clock.ts'
import { countRows } from '../../database/count-rows.ts'
import type { Database } from '../../database/tables/tables.ts'

/** So many unconfirmed marks against the evidence are hardly a mistake. */
const fewestDoubtful = 10
/** So many emails that one user calls dangerous in a week, and no one else, are more than come by. */
const fewestAlone = 20
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
  const ofUsers = database
    .selectFrom('marks')
    .select(({ fn }) => ['organization_id', fn.countAll<number | string>().as('emails')])
    .where('is_dangerous', '=', 1)
    .where('is_confirmed', '=', 0)
    .where('made_at', '>', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('marks as other')
            .select('other.id')
            .whereRef('other.organization_id', '=', 'marks.organization_id')
            .whereRef('other.sender', '=', 'marks.sender')
            .whereRef('other.user_id', '!=', 'marks.user_id')
            .where('other.is_dangerous', '=', 1),
        ),
      ),
    )
    .groupBy(['organization_id', 'user_id'])
    .as('of_users')
  const alone = database
    .selectFrom(ofUsers)
    .select(({ fn }) => ['organization_id', fn.max('emails').as('emails')])
    .where('emails', '>=', fewestAlone)
    .groupBy('organization_id')
    .as('alone')
  const doubted = database
    .selectFrom('learning')
    .innerJoin('organizations', 'organizations.id', 'learning.organization_id')
    .leftJoin(doubtful, 'doubted.organization_id', 'learning.organization_id')
    .leftJoin(alone, 'alone.organization_id', 'learning.organization_id')
    .where('suspended_at', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('refused_at', '>', since),
        eb('doubted.doubtful', '>=', fewestDoubtful),
        eb('alone.emails', 'is not', null),
      ]),
    )
  const named = await doubted
    .select([
      'organizations.id',
      'organizations.name',
      'doubted.doubtful',
      'alone.emails as unconfirmed',
      sql<string | null>`case when refused_at > ${since} then refused_at end`.as('refused_at'),
    ])
    .orderBy(sql`coalesce(refused_at, '')`, 'desc')
    .orderBy('organizations.id')
    .limit(mostNamed)
    .execute()
  return {
    count: await countRows(doubted),
    judges: named.map((judge) => ({
      ...judge,
      doubtful: Number(judge.doubtful ?? 0),
      unconfirmed: Number(judge.unconfirmed ?? 0),
    })),
  }
}
