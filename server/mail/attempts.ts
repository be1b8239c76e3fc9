import { clockSkewMs, dayMs, hourMs, isoAfter, minuteMs } from '../core/clock.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database } from '../database/tables.ts'
import type { QueuedMail } from './transport.ts'

/** After the last of them, three and a half days later, nobody waits for the mail any more. */
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

/** Longer than an attempt may take; after it another server takes over what a crash left. */
const claimMs = 5 * minuteMs
const longestError = 500

/** Takes the mail that has waited longest, for a while: no other server tries the same meanwhile. */
export async function claimMail(database: Database, now: Date): Promise<QueuedMail | undefined> {
  for (;;) {
    const id = await findDueMail(database, now)
    if (id === undefined) return undefined
    const mail = await claim(database, id, now)
    // Another server was faster, and there may be more.
    if (mail !== undefined) return mail
  }
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

/** @returns undefined when it is not due any more */
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
 * Lets mail go that would wait for longer than it ever has to: the clock was ahead when its next
 * attempt was set down.
 */
export async function recallMails(database: Database, now: Date): Promise<void> {
  // By attempts made; the last one only has its claim, no pause.
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

export async function noteSent(database: Database, id: string, now: Date): Promise<void> {
  await database
    .updateTable('mails')
    .set({ sent_at: now.toISOString(), last_error: null })
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
    .set({
      last_error: words.slice(0, longestError),
      ...(pauseMs === undefined
        ? { given_up_at: now.toISOString() }
        : { next_attempt_at: isoAfter(now, pauseMs) }),
    })
    .where('id', '=', id)
    .execute()
  return pauseMs === undefined
}

/** For a mail that no other attempt could deliver either. */
export async function giveUp(
  database: Database,
  { id }: QueuedMail,
  words: string,
  now: Date,
): Promise<void> {
  await database
    .updateTable('mails')
    .set({ last_error: words.slice(0, longestError), given_up_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Long enough to see that a mail went out. */
const sentKeptDays = 1
/** Long enough to mend the mail server and try again. */
const givenUpKeptDays = 30

/** Mail names people and holds their words, so it goes as soon as nobody needs it any more. */
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
              // The clock was ahead; nobody knows how long ago that was.
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
 * Mail that a clock ahead gave up is kept from now on: not for as long as the clock was ahead, and
 * long enough to try again, for unlike sent mail somebody may still want it.
 */
async function redateGivenUp(database: Database, now: Date): Promise<void> {
  await database
    .updateTable('mails')
    .set({ given_up_at: now.toISOString() })
    .where('given_up_at', '>', isoAfter(now, clockSkewMs))
    .execute()
}
