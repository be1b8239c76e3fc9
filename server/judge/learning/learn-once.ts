import { sql } from 'kysely'
import { startBackgroundWork } from '../../core/background-work.ts'
import { dayMs, dayOf, isoAfter, minuteMs, secondMs } from '../../core/clock.ts'
import { wordsForLog } from '../../core/log.ts'
import type { Sealer } from '../../core/sealer.ts'
import { deleteExpired } from '../../database/retention.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import { pendingRetention } from './keep-pending.ts'
import { learnInThread } from './learn-in-thread.ts'
import { lessonsOf, readAll, readSafe } from './read-lessons.ts'
import { writeSettled } from './settle.ts'
import { lockState, makeState } from './state.ts'
import { closeMarks, record, refuse, writeVersion } from './write-version.ts'

const lookEveryMs = 5 * secondMs
/** A run that is cut begins again, on any server. */
const shutdownGraceMs = 3 * secondMs

/** Learns in the background until it is stopped. */
export function startLearner(services: Pick<Services, 'database' | 'clock' | 'log' | 'sealer'>): {
  stop(): Promise<void>
} {
  return startBackgroundWork({
    everyMs: lookEveryMs,
    graceMs: shutdownGraceMs,
    run: (stop) => learnOnce(services, stop),
    onFailure: (cause) => services.log('error', 'learning failed', { error: wordsForLog(cause) }),
  })
}

/** Ordinary mail is learnt together, and gone well before ten minutes have passed. */
const gatheringMs = 4 * minuteMs
/** A server that was killed is followed by another after so long. */
const leaseMs = minuteMs

/**
 * Organizations that have something to learn or to forget.
 * @param model with which this process learns; empty while it does not know
 */
async function findDue(database: Database, now: Date, model: string): Promise<readonly string[]> {
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
async function claim(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  organizationId: string,
): Promise<boolean> {
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

/** Another server need not wait for the end of the time. */
async function release(database: Database, organizationId: string): Promise<void> {
  await database
    .updateTable('learning')
    .set({ leased_until: null })
    .where('organization_id', '=', organizationId)
    .execute()
}

type Place = Pick<Services, 'database' | 'clock' | 'log' | 'sealer'>

/**
 * Learns whatever is due, one organization after the other, each on one server at a time. What is killed
 * between is begun again: a version, its lessons and its entries are written in one transaction.
 */
export async function learnOnce(services: Place, stop?: AbortSignal): Promise<void> {
  const { database, clock, log, sealer } = services
  if (sealer === null) return
  await deleteUnanswered(database, clock(), stop)
  for (const organizationId of await findDue(database, clock(), knownModel ?? '')) {
    if (stop?.aborted) return
    if (!(await claim(services, organizationId))) continue
    try {
      await learnOf(services, sealer, organizationId)
    } catch (cause) {
      // The next run tries again, and the other organizations have their turn.
      log('error', 'learning failed', { organization: organizationId, error: wordsForLog(cause) })
    } finally {
      await release(database, organizationId)
    }
  }
}

/** Vectors whose verdict did not come. */
async function deleteUnanswered(database: Database, now: Date, stop?: AbortSignal): Promise<void> {
  await deleteExpired(database, pendingRetention, now, stop)
}

/** The model that this process learns with, as the thread named it. */
let knownModel: string | undefined

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
      await transaction
        .updateTable('learnt_versions')
        .set({ ...faded, ...(number !== current?.number && { judging: '' }), faded_on: today })
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
