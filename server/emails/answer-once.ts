import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { errorParams, fieldErrorAnswer } from '../../contract/core/errors.ts'
import { keyReused } from '../../contract/emails/report-scans.ts'
import { threatLevels } from '../../contract/emails/threat-level.ts'
import { dayMs } from '../core/clock.ts'
import { HttpError } from '../core/http-error.ts'
import type { Retention } from '../database/retention.ts'
import type { Database } from '../database/tables/tables.ts'
import { subjectOf } from '../http/cover.ts'
import { type Gateway, idempotencyHeader } from '../http/idempotency-key.ts'

/** The minimum time for which a gateway may repeat a report. */
const keptMs = dayMs

const ingested = v.object({
  scans: v.array(v.object({ id: v.string(), threat_level: v.picklist(threatLevels) })),
  refused: v.optional(
    v.array(
      v.object({
        index: v.number(),
        detail: v.string(),
        code: v.string(),
        params: errorParams,
        fields: v.optional(v.array(fieldErrorAnswer)),
      }),
    ),
  ),
})
/** The accepted scans and, if any, the rejected ones, both in the order of the report. */
export type Ingested = v.InferOutput<typeof ingested>

/**
 * A repeated report with the same key gets the first answer, and its scans are not stored twice. An
 * answer is stored if any scan was accepted. An error is not stored: it changed nothing, and the next
 * attempt may succeed.
 * @param given the content of the report
 * @param take stores the scans, in the same transaction as the answer, which it hands over before
 * @throws HttpError 422 if the key belongs to another report
 */
export async function answerOnce(
  transaction: Database,
  now: Date,
  { cover, idempotencyKey }: Gateway,
  given: readonly unknown[],
  take: (keepAnswer: (answer: Ingested) => Promise<void>) => Promise<Ingested>,
): Promise<Ingested> {
  if (idempotencyKey === undefined) return take(async () => {})
  const id = hash([subjectOf(cover), idempotencyKey])
  const report_hash = hash(given)
  // A concurrent repetition waits here for the first request.
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('answered_reports')
    .values({ id, report_hash, answer: '', answered_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return earlierAnswer(transaction, id, report_hash)
  return take(async (answer) => {
    await transaction
      .updateTable('answered_reports')
      .set({ answer: JSON.stringify(answer) })
      .where('id', '=', id)
      .execute()
  })
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
    throw new HttpError(keyReused, { header: idempotencyHeader })
  }
  return v.parse(ingested, JSON.parse(answer))
}

export const answerRetention: Retention = {
  table: 'answered_reports',
  date: 'answered_at',
  keptMs,
  future: 'redate',
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
