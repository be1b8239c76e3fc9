import { sql } from 'kysely'
import { dayOf, isoAfter, minuteMs } from '../../core/clock.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import { makeState } from './state.ts'

/** Ordinary mail is learnt together, and gone well before ten minutes have passed. */
const gatheringMs = 4 * minuteMs
/** A server that was killed is followed by another after so long. */
const leaseMs = minuteMs

/**
 * Organizations that have something to learn or to forget.
 * @param model with which this process learns; empty while it does not know
 */
export async function findDue(
  database: Database,
  now: Date,
  model: string,
): Promise<readonly string[]> {
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
export async function claim(
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
export async function release(database: Database, organizationId: string): Promise<void> {
  await database
    .updateTable('learning')
    .set({ leased_until: null })
    .where('organization_id', '=', organizationId)
    .execute()
}
