import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { threatLevels } from '../../contract/fields/threat-level.ts'
import { clockSkewMs, dayMs, isoAfter } from '../core/clock.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database } from '../database/tables.ts'
import { HttpError } from '../http/http-error.ts'
import { type Gateway, idempotencyHeader } from '../http/idempotency-key.ts'

/** For so long at least a gateway may ask again. */
const keptMs = dayMs

const taken = v.array(v.object({ id: v.string(), threat_level: v.picklist(threatLevels) }))
const ingested = v.object({
  scans: taken,
  refused: v.optional(v.array(v.object({ index: v.number(), detail: v.string() }))),
})
/** What was taken, and what was not if anything was refused; both in the order of the report. */
export type Ingested = v.InferOutput<typeof ingested>

/** Until scans were answered one by one, an answer was kept as the list of what was taken. */
const keptAnswer = v.union([
  ingested,
  v.pipe(
    taken,
    v.transform((scans) => ({ scans })),
  ),
])

/**
 * A gateway that asks again under the same key, because no answer came, gets the first answer, and
 * nothing is taken in twice. The answer is kept where anything was taken. A refusal is not kept: it
 * changed nothing, and the next try may be a better one.
 * @param given what was reported
 * @param take within the same transaction, so that there is never the one without the other
 * @throws HttpError 422 where the key was another report's
 */
export async function answerOnce(
  transaction: Database,
  now: Date,
  { organizationId, idempotencyKey }: Gateway,
  given: readonly unknown[],
  take: () => Promise<Ingested>,
): Promise<Ingested> {
  if (idempotencyKey === undefined) return take()
  const id = hash([organizationId, idempotencyKey])
  const report_hash = hash(given)
  // Whoever comes second while the first is on its way waits here for its end.
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('answered_reports')
    .values({ id, report_hash, answer: '', answered_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return earlierAnswer(transaction, id, report_hash)
  const answer = await take()
  await transaction
    .updateTable('answered_reports')
    .set({ answer: JSON.stringify(answer) })
    .where('id', '=', id)
    .execute()
  return answer
}

async function earlierAnswer(
  database: Database,
  id: string,
  reportHash: string,
): Promise<Ingested> {
  const { report_hash, answer } = await database
    .selectFrom('answered_reports')
    .select(['report_hash', 'answer'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (report_hash !== reportHash) {
    throw new HttpError(422, `${idempotencyHeader}: was used for another report already`)
  }
  return v.parse(keptAnswer, JSON.parse(answer))
}

/** What was dated while the clock was ahead counts from the moment in which that is found. */
export async function deleteOldAnswers(
  database: Database,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  await database
    .updateTable('answered_reports')
    .set({ answered_at: now.toISOString() })
    .where('answered_at', '>', isoAfter(now, clockSkewMs))
    .execute()
  await deleteInChunks(
    (most) =>
      database
        .deleteFrom('answered_reports')
        .where('id', 'in', (query) =>
          query
            .selectFrom('answered_reports')
            .select('id')
            .where('answered_at', '<=', isoAfter(now, -keptMs))
            .limit(most),
        ),
    stop,
  )
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
