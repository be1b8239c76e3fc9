import { randomBytes } from 'node:crypto'
import { dayMs, dayOf } from '../../core/clock.ts'
import { wordsForLog } from '../../core/log.ts'
import type { Sealer } from '../../core/sealer.ts'
import { deleteExpired } from '../../database/retention.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import { claim, findDue, release } from './due.ts'
import { pendingRetention } from './keep-pending.ts'
import { learnInThread } from './learn-in-thread.ts'
import { lessonsOf, readAll, readSafe } from './read-lessons.ts'
import { writeSettled } from './settle.ts'
import { lockState } from './state.ts'
import { closeMarks, record, refuse, writeVersion } from './write-version.ts'

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
