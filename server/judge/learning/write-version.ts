import { versionsKept } from '../../../contract/judge/learning.ts'
import type { GuardedLayer } from '../../../judge/learn/guards.ts'
import { recordAct } from '../../audit/audit.ts'
import { dayOf } from '../../core/clock.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { LearntVersions } from '../../database/tables/operation.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import type { GivenLesson, learnInThread } from './learn-in-thread.ts'
import type { Read } from './read-lessons.ts'

type Result = Awaited<ReturnType<typeof learnInThread>>

interface Change {
  readonly organizationId: string
  readonly now: Date
  readonly current: LearntVersions | undefined
}

/** @returns the number of the version in use: a day's lessons make one version, and a restored one stays. */
export async function writeVersion(
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
  await retireOldVersions(transaction, organizationId, number)
  return number
}

/** The last five can be restored; only the newest judges. */
export async function retireOldVersions(
  transaction: Database,
  organizationId: string,
  newest: number,
): Promise<void> {
  await transaction
    .deleteFrom('learnt_versions')
    .where('organization_id', '=', organizationId)
    .where('number', '<=', newest - versionsKept)
    .execute()
  await transaction
    .updateTable('learnt_versions')
    .set({ judging: '' })
    .where('organization_id', '=', organizationId)
    .where('number', '<', newest)
    .execute()
}

/** The version in use stays, unless it is the one that another model does not allow. */
export async function refuse(
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
export async function closeMarks(
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

export async function record(
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
