import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { versionsKept } from '../../../contract/judge/learning.ts'
import type { GuardedLayer } from '../../../judge/learn/guards.ts'
import { recordAct } from '../../audit/audit.ts'
import { dayMs, dayOf, isoAfter, minuteMs } from '../../core/clock.ts'
import { wordsForLog } from '../../core/log.ts'
import type { Sealer } from '../../core/sealer.ts'
import { deleteExpired } from '../../database/retention.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { Database, LearntVersions, Marks } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import { pendingRetention } from './keep-pending.ts'
import { type GivenLesson, learnInThread } from './learn-in-thread.ts'
import { lessonNames, numberOf, openLesson } from './lesson.ts'
import { mailOf } from './marks.ts'
import { findSettled, type Settled, writeSettled } from './settle.ts'
import { lockState, makeState } from './state.ts'

type Place = Pick<Services, 'database' | 'clock' | 'log' | 'sealer'>

/** Ordinary mail is learnt together, and gone well before ten minutes have passed. */
const gatheringMs = 4 * minuteMs
/** A server that was killed is followed by another after so long. */
const leaseMs = minuteMs
/** One run learns so many of an organization; the next run has the others. */
const mostMarks = 200
/** The last safe mail of so many users is what the guards look at, beside what is being learnt. */
const askedUsers = 20
const mailsOfUser = 5

/**
 * Learns whatever is due, one organization after the other, each on one server at a time. What is killed
 * between is begun again: a version, its lessons and its entries are written in one transaction.
 */
export async function learnOnce(services: Place, stop?: AbortSignal): Promise<void> {
  const { database, clock, log, sealer } = services
  if (sealer === null) return
  await deleteUnanswered(database, clock(), stop)
  for (const organizationId of await findDue(database, clock())) {
    if (stop?.aborted) return
    if (!(await claim(services, organizationId))) continue
    try {
      await learnOf(services, sealer, organizationId)
    } catch (cause) {
      // The next run tries again, and the other organizations have their turn.
      log('error', 'learning failed', { organization: organizationId, error: wordsForLog(cause) })
    } finally {
      await database
        .updateTable('learning')
        .set({ leased_until: null })
        .where('organization_id', '=', organizationId)
        .execute()
    }
  }
}

/** Vectors whose verdict did not come. */
async function deleteUnanswered(database: Database, now: Date, stop?: AbortSignal): Promise<void> {
  await deleteExpired(database, pendingRetention, now, stop)
}

/** The model that this process learns with, as the thread named it. */
let knownModel: string | undefined

async function findDue(database: Database, now: Date): Promise<readonly string[]> {
  const model = knownModel ?? ''
  // A version that was refused with this model is not tried with it again.
  const isOther = model === '' ? sql`true` : sql`model not in (${model}, ${`-${model}`})`
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from marks where state = 'waits'
    union select organization_id from pending_lessons
      where made_at <= ${isoAfter(now, -gatheringMs)}
    union select organization_id from learnt_versions where faded_on < ${dayOf(now)} or (
      ${isOther} and number = (select version from learning
        where learning.organization_id = learnt_versions.organization_id))
    order by organization_id`.execute(database)
  return rows.map((row) => row.organization_id)
}

/** @returns false where another server learns */
async function claim({ database, clock }: Place, organizationId: string): Promise<boolean> {
  await makeState(database, organizationId)
  const now = clock()
  const { numUpdatedRows } = await database
    .updateTable('learning')
    .set({ leased_until: isoAfter(now, leaseMs) })
    .where('organization_id', '=', organizationId)
    .where(({ or, eb }) =>
      or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', now.toISOString()),
        // Written before the clock was set back.
        eb('leased_until', '>', isoAfter(now, 2 * leaseMs)),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

interface Read {
  readonly revision: number
  readonly learnsFromMail: boolean
  readonly perThousand: number
  readonly versions: readonly LearntVersions[]
  readonly marks: readonly Marks[]
  readonly settled: Settled
}

async function learnOf(services: Place, sealer: Sealer, organizationId: string): Promise<void> {
  const { database, clock } = services
  const read = await readAll(database, sealer, organizationId)
  if (read === undefined) return
  const now = clock()
  const today = dayOf(now)
  const lessons = await lessonsOf(services, sealer, organizationId, read)
  const former = read.versions.filter(({ faded_on }) => faded_on < today)
  const current = read.versions.find(({ number }) => number === read.versions[0]?.number)
  const isDue = lessons.length > 0 || former.length > 0 || current?.model !== knownModel
  const result =
    isDue && (current !== undefined || lessons.length > 0)
      ? await learnInThread({
          layer: current?.layer,
          lessons,
          seed: randomBytes(32),
          day: Math.floor(now.getTime() / dayMs),
          safe: lessons.some(({ isDangerous }) => isDangerous)
            ? await readSafe(database, organizationId)
            : [],
          perThousand: read.perThousand,
          former: former.map(({ layer }) => layer),
        })
      : undefined
  if (result !== undefined) knownModel = result.model
  await database.transaction().execute(async (transaction) => {
    const state = await lockState(transaction, organizationId)
    // A restoration or an admin's choice came between: the next run learns from there.
    if (state === undefined || state.revision !== read.revision) return
    await writeSettled(transaction, organizationId, read.settled)
    if (result === undefined) return
    for (const [at, { number }] of former.entries()) {
      const faded = result.former[at]
      if (faded === undefined) continue
      await transaction
        .updateTable('learnt_versions')
        .set({ ...faded, faded_on: today })
        .where('organization_id', '=', organizationId)
        .where('number', '=', number)
        .execute()
    }
    const { isUsable } = result.guarded
    const number = isUsable
      ? await writeVersion(transaction, { organizationId, now, current, lessons }, result)
      : await refuse(transaction, { organizationId, now, current }, result)
    await transaction
      .updateTable('learning')
      .set({ version: number, revision: state.revision + 1 })
      .where('organization_id', '=', organizationId)
      .execute()
    await closeMarks(services, transaction, { organizationId, isUsable, number }, read)
    if (isUsable && read.marks.length === 0 && number !== current?.number) {
      await record(services, transaction, undefined, {
        organizationId,
        isUsable,
        detail: `version ${number}`,
      })
    }
  })
}

async function readAll(
  database: Database,
  sealer: Sealer,
  organizationId: string,
): Promise<Read | undefined> {
  const state = await database
    .selectFrom('learning')
    .innerJoin('organizations', 'organizations.id', 'learning.organization_id')
    .select(['revision', 'learns_from_mail', 'judge_per_thousand'])
    .where('learning.organization_id', '=', organizationId)
    .executeTakeFirst()
  if (state === undefined) return undefined
  const versions = await database
    .selectFrom('learnt_versions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('number', 'desc')
    .execute()
  const marks = await database
    .selectFrom('marks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'waits')
    .orderBy('id')
    .limit(mostMarks)
    .execute()
  return {
    revision: state.revision,
    learnsFromMail: state.learns_from_mail === 1,
    perThousand: state.judge_per_thousand,
    versions,
    marks,
    settled: await findSettled(database, sealer, organizationId),
  }
}

async function lessonsOf(
  { database, clock }: Place,
  sealer: Sealer,
  organizationId: string,
  { marks, settled, learnsFromMail }: Read,
): Promise<GivenLesson[]> {
  const names = await lessonNames({ database, clock }, organizationId)
  const ofMarks = marks.flatMap((mark): GivenLesson[] => {
    const kept = openLesson(sealer, organizationId, mark.sealed)
    if (kept === undefined) return []
    const { places, mail, score, isKnownSender } = kept
    return [
      {
        ...{ places, mail, score, isKnownSender },
        source: 'mark',
        isDangerous: mark.is_dangerous === 1,
        isConfirmed: mark.is_confirmed === 1,
        person: numberOf(names.person(mark.user_id)),
        sender: numberOf(mark.sender),
      },
    ]
  })
  if (!learnsFromMail) return ofMarks
  const ordinary = settled.ordinary.map(
    ({ places, mail, score, isKnownSender, sender }): GivenLesson => ({
      ...{ places, mail, score, isKnownSender },
      source: 'ordinary',
      isDangerous: false,
      isConfirmed: false,
      person: 0,
      sender: numberOf(sender),
    }),
  )
  return [...ofMarks, ...ordinary]
}

/** Senders and subjects of the last safe mails of some users, for the guards. */
async function readSafe(database: Database, organizationId: string): Promise<string[]> {
  const users = await database
    .selectFrom('organization_totals')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('safe', '>', 0)
    .orderBy('safe', 'desc')
    .limit(askedUsers)
    .execute()
  const mails: string[] = []
  for (const { user_id } of users) {
    const scans = await database
      .selectFrom('scans')
      .select(['sender_address', 'email_subject'])
      .where('user_id', '=', user_id)
      .where('organization_id', '=', organizationId)
      .where('threat_level', '=', 'safe')
      .where('sender_address', '!=', '')
      .orderBy('received_at', 'desc')
      .limit(mailsOfUser)
      .execute()
    mails.push(...scans.map((scan) => mailOf(scan.sender_address, scan.email_subject)))
  }
  return mails
}

type Result = Awaited<ReturnType<typeof learnInThread>>

interface Change {
  readonly organizationId: string
  readonly now: Date
  readonly current: LearntVersions | undefined
}

/** @returns the number of the version in use: a day's lessons make one version, and a restored one stays. */
async function writeVersion(
  transaction: Database,
  { organizationId, now, current, lessons }: Change & { readonly lessons: readonly GivenLesson[] },
  { model, learnt }: Result,
): Promise<number> {
  const at = now.toISOString()
  const isNew =
    lessons.length > 0 &&
    (current === undefined ||
      current.cause !== 'update' ||
      dayOf(now) !== current.made_at.slice(0, 10))
  const written = { ...learnt, model, faded_on: dayOf(now) }
  if (!isNew) {
    if (current === undefined) return 0
    await transaction
      .updateTable('learnt_versions')
      .set({ ...written, ...(lessons.length > 0 && { changed_at: at }) })
      .where('organization_id', '=', organizationId)
      .where('number', '=', current.number)
      .execute()
    return current.number
  }
  const number = (current?.number ?? 0) + 1
  await transaction
    .insertInto('learnt_versions')
    .values({
      ...written,
      organization_id: organizationId,
      number,
      cause: 'update',
      made_at: at,
      changed_at: at,
    })
    .execute()
  await dropOldVersions(transaction, organizationId, number)
  return number
}

export async function dropOldVersions(
  transaction: Database,
  organizationId: string,
  newest: number,
): Promise<void> {
  await transaction
    .deleteFrom('learnt_versions')
    .where('organization_id', '=', organizationId)
    .where('number', '<=', newest - versionsKept)
    .execute()
}

/** The version in use stays, unless it is the one that another model does not allow. */
async function refuse(
  transaction: Database,
  { organizationId, now, current }: Change,
  { model, guarded }: Result,
): Promise<number> {
  await transaction
    .updateTable('learning')
    .set({ refused_at: now.toISOString(), refused: JSON.stringify(shownRefusal(guarded)) })
    .where('organization_id', '=', organizationId)
    .execute()
  if (current === undefined) return 0
  if (current.model !== model) {
    await transaction
      .updateTable('learnt_versions')
      .set({ model: `-${model}` })
      .where('organization_id', '=', organizationId)
      .where('number', '=', current.number)
      .execute()
  }
  return current.number
}

function shownRefusal({ attacks, safe }: GuardedLayer) {
  return {
    frozen_lost: attacks.shared - attacks.learnt,
    frozen: attacks.of,
    safe_marked: safe.marked,
    safe_allowed: safe.allowed,
  }
}

interface Outcome {
  readonly organizationId: string
  readonly isUsable: boolean
  readonly number: number
}

/** The lessons are gone once they are learnt or refused; each user whose marks they were is named. */
async function closeMarks(
  services: Pick<Services, 'clock'>,
  transaction: Database,
  { organizationId, isUsable, number }: Outcome,
  { marks }: Pick<Read, 'marks'>,
): Promise<void> {
  if (marks.length === 0) return
  await transaction
    .updateTable('marks')
    .set({ state: isUsable ? 'learnt' : 'refused', sealed: '' })
    .where('organization_id', '=', organizationId)
    .where(
      isOneOf(
        transaction,
        'id',
        marks.map(({ id }) => id),
      ),
    )
    .execute()
  for (const [userId, own] of Map.groupBy(marks, ({ user_id }) => user_id)) {
    const detail = isUsable ? `version ${number}, ${own.length}` : `${own.length}`
    await record(services, transaction, userId, { organizationId, isUsable, detail })
  }
}

async function record(
  services: Pick<Services, 'clock'>,
  transaction: Database,
  userId: string | undefined,
  {
    organizationId,
    isUsable,
    detail,
  }: Pick<Outcome, 'organizationId' | 'isUsable'> & { readonly detail: string },
): Promise<void> {
  const user =
    userId === undefined
      ? undefined
      : await transaction
          .selectFrom('users')
          .select(['id', 'role'])
          .where('id', '=', userId)
          .executeTakeFirst()
  await recordAct(
    services,
    transaction,
    { actor_id: user?.id ?? null, actor_role: user?.role ?? 'judge', address: '' },
    {
      action: isUsable ? 'judge-learn' : 'judge-refuse',
      target: 'organization',
      targetId: organizationId,
      detail,
    },
  )
}
