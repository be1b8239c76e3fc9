import { type ExpressionBuilder, sql } from 'kysely'
import * as v from 'valibot'
import {
  exportLearningEndpoint,
  mostChangedMails,
  refusal,
  showLearningEndpoint,
} from '../../../contract/judge/learning.ts'
import { unknownOrganization } from '../../../contract/receipts/generate-receipt.ts'
import { dayMs, isoAfter } from '../../core/clock.ts'
import { HttpError } from '../../core/http-error.ts'
import { countRows } from '../../database/count-rows.ts'
import type { Database, Tables } from '../../database/tables/tables.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'

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

/** GET /admin/organizations/{organization_id}/learning. */
export function showLearning(services: Services) {
  const { database, clock, sealer } = services
  return bindUser(services, showLearningEndpoint, async ({ organization_id: id }) => {
    const state = await readLearning(database, id)
    const changed = database
      .selectFrom('mail_lessons')
      .where('organization_id', '=', id)
      .where('change', 'is not', null)
      .where('delete_after', '>', clock().toISOString())
    const changes = await changed
      .select(['received_at', 'sender_domain', 'change'])
      .$narrowType<{ change: 'marked' | 'cleared' }>()
      .orderBy('received_at', 'desc')
      .orderBy('scan_id', 'desc')
      .limit(mostChangedMails)
      .execute()
    return {
      is_available: sealer !== null,
      learns_from_mail: state?.learns_from_mail === 1,
      is_chosen: state !== undefined && state.chosen_at !== null,
      version: state?.version ?? 0,
      versions: await readVersions(database, id),
      marks: await countMarks(database, id),
      refused_at: state?.refused_at ?? null,
      refused: refusalOf(state?.refused),
      changed_mails: await countRows(changed),
      changes,
    }
  })
}

/** GET /admin/organizations/{organization_id}/learning/export. */
export function exportLearning(services: Services) {
  const { database } = services
  return bindUser(services, exportLearningEndpoint, async ({ organization_id: id }) => {
    const state = await readLearning(database, id)
    const marks = await database
      .selectFrom('marks')
      .select(['made_at', 'source', 'is_dangerous', 'is_confirmed'])
      .where('organization_id', '=', id)
      .orderBy('id')
      .execute()
    const layers = await database
      .selectFrom('learnt_versions')
      .select([...versionColumns, 'model', 'layer'])
      .where('organization_id', '=', id)
      .orderBy('number', 'desc')
      .execute()
    return {
      learns_from_mail: state?.learns_from_mail === 1,
      version: state?.version ?? 0,
      versions: layers,
      marks: marks.map(({ is_dangerous, is_confirmed, ...mark }) => ({
        ...mark,
        is_dangerous: is_dangerous === 1,
        is_confirmed: is_confirmed === 1,
      })),
    }
  })
}

/**
 * @returns undefined for an organization that has neither learnt nor chosen
 * @throws HttpError 404
 */
async function readLearning(database: Database, id: string) {
  const found = await database
    .selectFrom('organizations')
    .leftJoin('learning', 'learning.organization_id', 'organizations.id')
    .select([
      'learning.organization_id',
      'learns_from_mail',
      'chosen_at',
      'version',
      'refused_at',
      'refused',
    ])
    .where('organizations.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new HttpError(unknownOrganization, {})
  return found.organization_id === null ? undefined : found
}

const versionColumns = ['number', 'cause', 'made_at', 'changed_at', 'marks', 'mails'] as const

function readVersions(database: Database, id: string) {
  return database
    .selectFrom('learnt_versions')
    .select(versionColumns)
    .where('organization_id', '=', id)
    .orderBy('number', 'desc')
    .execute()
}

async function countMarks(database: Database, id: string) {
  const counted =
    (column: 'is_dangerous' | 'is_confirmed' | 'is_doubtful', value: 0 | 1) =>
    ({ fn, eb }: ExpressionBuilder<Tables, 'marks'>) =>
      fn.count<number | string>(eb.case().when(column, '=', value).then(1).end())
  const ofState =
    (state: 'waits' | 'refused') =>
    ({ fn, eb }: ExpressionBuilder<Tables, 'marks'>) =>
      fn.count<number | string>(eb.case().when('state', '=', state).then(1).end())
  const found = await database
    .selectFrom('marks')
    .select((row) => [
      counted('is_dangerous', 1)(row).as('dangerous'),
      counted('is_dangerous', 0)(row).as('honest'),
      counted('is_confirmed', 1)(row).as('confirmed'),
      counted('is_doubtful', 1)(row).as('doubtful'),
      ofState('waits')(row).as('waiting'),
      ofState('refused')(row).as('refused'),
    ])
    .where('organization_id', '=', id)
    .executeTakeFirstOrThrow()
  const { dangerous, honest, confirmed, doubtful, waiting, refused } = found
  return {
    dangerous: Number(dangerous),
    honest: Number(honest),
    confirmed: Number(confirmed),
    doubtful: Number(doubtful),
    waiting: Number(waiting),
    refused: Number(refused),
  }
}

const refusalSchema = v.object(refusal)

/** All 0 where no version was refused. */
function refusalOf(kept: string | null | undefined) {
  return v.parse(refusalSchema, kept ? JSON.parse(kept) : {})
}
