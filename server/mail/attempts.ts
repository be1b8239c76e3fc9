import type { ExpressionBuilder } from 'kysely'
import { claimNext } from '../core/background-work.ts'
import { clockSkewMs, dayMs, hourMs, isoAfter, minuteMs } from '../core/clock.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database, Tables } from '../database/tables/tables.ts'
import type { QueuedMail } from './transport.ts'

/** Pauses between attempts. The last attempt is after about three and a half days. */
const pausesMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  12 * hourMs,
  dayMs,
  dayMs,
  dayMs,
]

/** Longer than an attempt may take. After a crash another server takes over when the claim expires. */
const claimMs = 5 * minuteMs
const longestError = 500

/** Claims the mail that has waited longest, so that no other server sends it meanwhile. */
export function claimMail(database: Database, now: Date): Promise<QueuedMail | undefined> {
  return claimNext(
    () => findDueMail(database, now),
    (id) => claim(database, id, now),
  )
}

async function findDueMail(database: Database, now: Date): Promise<string | undefined> {
  const next = await database
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('next_attempt_at', '<=', now.toISOString())
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return next?.id
}

/** @returns undefined if it is no longer due */
function claim(database: Database, id: string, now: Date): Promise<QueuedMail | undefined> {
  return database
    .updateTable('mails')
    .set((column) => ({
      attempts: column('attempts', '+', 1),
      next_attempt_at: isoAfter(now, claimMs),
    }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('next_attempt_at', '<=', now.toISOString())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Makes mail due whose next attempt is further away than the longest pause, because the clock was
 * ahead when it was scheduled.
 */
export async function recallMails(database: Database, now: Date): Promise<void> {
  // Indexed by the number of attempts. During the last one mail has a claim but no pause.
  const longestWaitsMs = [0, ...pausesMs.map((pauseMs) => Math.max(pauseMs, claimMs)), claimMs]
  await database
    .updateTable('mails')
    .set({ next_attempt_at: now.toISOString() })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where((column) =>
      column.or(
        longestWaitsMs.map((waitMs, attempts) =>
          column.and([
            column('attempts', '=', attempts),
            column('next_attempt_at', '>', isoAfter(now, waitMs + clockSkewMs)),
          ]),
        ),
      ),
    )
    .execute()
}

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

/** @returns whether it was the last attempt */
export async function noteFailure(
  database: Database,
  { id, attempts }: QueuedMail,
  words: string,
  now: Date,
): Promise<boolean> {
  const pauseMs = pausesMs[attempts - 1]
  await database
    .updateTable('mails')
    .set((column) => ({
      last_error: words.slice(0, longestError),
      ...(pauseMs === undefined
        ? { given_up_at: now.toISOString(), body: bodyToKeep(column) }
        : { next_attempt_at: isoAfter(now, pauseMs) }),
    }))
    .where('id', '=', id)
    .execute()
  return pauseMs === undefined
}

/** For a mail that cannot be delivered by another attempt. */
export async function giveUp(
  database: Database,
  { id }: QueuedMail,
  words: string,
  now: Date,
): Promise<void> {
  await database
    .updateTable('mails')
    .set((column) => ({
      last_error: words.slice(0, longestError),
      given_up_at: now.toISOString(),
      body: bodyToKeep(column),
    }))
    .where('id', '=', id)
    .execute()
}

/** Long enough to check that a mail was sent. */
const sentKeptDays = 1
/** Long enough to repair the mail server and try again. */
const givenUpKeptDays = 30

/** Mail contains personal data, so it is deleted as soon as it is not needed. */
export async function deleteOldMails(
  database: Database,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  await redateGivenUp(database, now)
  await deleteInChunks(
    (most) =>
      database.deleteFrom('mails').where('id', 'in', (query) =>
        query
          .selectFrom('mails')
          .select('id')
          .where((column) =>
            column.or([
              column('sent_at', '<=', isoAfter(now, -sentKeptDays * dayMs)),
              // Sent while the clock was ahead, so its age is unknown.
              column('sent_at', '>', isoAfter(now, clockSkewMs)),
              column('given_up_at', '<=', isoAfter(now, -givenUpKeptDays * dayMs)),
            ]),
          )
          .limit(most),
      ),
    stop,
  )
}

/**
 * The retention of mail that was given up while the clock was ahead starts now. Unlike sent mail it is
 * not deleted at once, because the operator may still want to send it.
 */
async function redateGivenUp(database: Database, now: Date): Promise<void> {
  await database
    .updateTable('mails')
    .set({ given_up_at: now.toISOString() })
    .where('given_up_at', '>', isoAfter(now, clockSkewMs))
    .execute()
}
