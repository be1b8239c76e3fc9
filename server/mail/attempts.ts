import { type ExpressionBuilder, sql } from 'kysely'
import { dayMs, hourMs, minuteMs } from '../core/clock.ts'
import { wordsOfCause } from '../core/start-error.ts'
import { nextAttemptAt, type Queue } from '../database/queue.ts'
import type { Retention } from '../database/retention.ts'
import type { Database, Tables } from '../database/tables/tables.ts'
import { type QueuedMail, UndeliverableError } from './transport.ts'

export const mailQueue: Queue<'mails'> = {
  table: 'mails',
  waits: sql`sent_at is null and given_up_at is null`,
  // The last attempt is after about three and a half days.
  pausesMs: [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs, dayMs, dayMs, dayMs],
  jitter: 0,
  leaseMs: 5 * minuteMs,
}

const longestError = 500

/** A link that lets its reader act is deleted as soon as it is not needed; it is dead soon anyway. */
function bodyToKeep(column: ExpressionBuilder<Tables, 'mails'>) {
  return column.case().when('holds_secret', '=', 1).then('').else(column.ref('body')).end()
}

export async function noteSent(database: Database, id: string, now: Date): Promise<void> {
  await database
    .updateTable('mails')
    .set((column) => ({
      sent_at: now.toISOString(),
      last_error: null,
      body: bodyToKeep(column),
    }))
    .where('id', '=', id)
    .execute()
}

/** @returns whether the mail is given up, after its last attempt or because no other one can deliver it */
export async function noteFailure(
  database: Database,
  { id, attempts }: QueuedMail,
  cause: unknown,
  now: Date,
): Promise<boolean> {
  const next =
    cause instanceof UndeliverableError ? undefined : nextAttemptAt(mailQueue, attempts, now)
  await database
    .updateTable('mails')
    .set((column) => ({
      last_error: wordsOfCause(cause).slice(0, longestError),
      ...(next === undefined
        ? { given_up_at: now.toISOString(), body: bodyToKeep(column) }
        : { next_attempt_at: next }),
    }))
    .where('id', '=', id)
    .execute()
  return next === undefined
}

/** Mail contains personal data, so it is deleted as soon as it is not needed. */
export const mailRetentions: readonly Retention[] = [
  // Long enough to check that a mail was sent.
  { table: 'mails', date: 'sent_at', keptMs: dayMs, future: 'delete' },
  // Long enough to repair the mail server and try again.
  { table: 'mails', date: 'given_up_at', keptMs: 30 * dayMs, future: 'redate' },
]
