import { setTimeout as pause } from 'node:timers/promises'
import { type ExpressionBuilder, sql } from 'kysely'
import { dayMs, hourMs, minuteMs, secondMs } from '../core/clock.ts'
import { wordsForLog } from '../core/log.ts'
import { wordsOfCause } from '../core/start-error.ts'
import { isUnavailable } from '../database/drivers/database-error.ts'
import { claimNext, nextAttemptAt, type Queue, startQueueWorker } from '../database/queue.ts'
import type { Retention } from '../database/retention.ts'
import type { Database, Tables } from '../database/tables/tables.ts'
import type { Services as AllServices } from '../http/services.ts'
import { type MailTransport, type QueuedMail, UndeliverableError } from './transport.ts'

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

const longest = 300
const shortestName = 3
/** Matches addresses with a quoted or plain local part, with or without angle brackets. */
const addresses = /(?:"[^"]*"|[^\s<>"@]+)@[^\s<>,;:]+/g

/**
 * The status and text of the mail server in one line. Removes addresses, mailbox names and subjects,
 * which servers repeat and the log must not contain.
 */
function failureForLog(cause: unknown, mail: QueuedMail): string {
  const named = [mail.recipient, mail.reply_to ?? ''].map((address) =>
    address.slice(0, Math.max(0, address.lastIndexOf('@'))),
  )
  const line = wordsOfCause(cause)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(addresses, '…')
  return [...named, mail.subject]
    .filter((words) => words.length >= shortestName)
    .reduce((text, words) => text.replaceAll(words, '…'), line)
    .slice(0, longest)
}

interface Services extends Pick<AllServices, 'database' | 'clock' | 'log'> {
  readonly transport: MailTransport
}

const longestAttemptMs = 60 * secondMs
const rememberEveryMs = secondMs

/** Sends due mail one by one in the background. */
export function startMailWorker(services: Services): { stop(): Promise<void> } {
  return startQueueWorker(services, {
    name: 'mail worker',
    queue: mailQueue,
    send: (stop, cut) => sendDueMails(services, stop, cut),
  })
}

const never = new AbortController().signal

/** Resolves when no mail is due or `stop` is aborted. */
export async function sendDueMails(
  services: Services,
  stop: AbortSignal = never,
  cut: AbortSignal = never,
): Promise<void> {
  while (!stop.aborted) {
    const mail = await claimNext(services.database, mailQueue, services.clock())
    if (mail === undefined) return
    await attempt(services, mail, cut)
  }
}

async function attempt(services: Services, mail: QueuedMail, cut: AbortSignal): Promise<void> {
  const { log, transport } = services
  try {
    await transport.deliver(mail, AbortSignal.any([cut, AbortSignal.timeout(longestAttemptMs)]))
  } catch (cause) {
    await recordFailure(services, mail, cause)
    return
  }
  await rememberSent(services, mail, cut)
  log('info', 'mail sent', { mail: mail.id, attempt: mail.attempts })
}

/** The log contains no addresses or text of a mail; its row contains the recipient. */
async function recordFailure(services: Services, mail: QueuedMail, cause: unknown): Promise<void> {
  const { database, clock, log } = services
  const isOver = await noteFailure(database, mail, cause, clock())
  log(isOver ? 'error' : 'warning', isOver ? 'mail given up' : 'mail failed', {
    mail: mail.id,
    attempt: mail.attempts,
    code: codeOf(cause),
    cause: failureForLog(cause, mail),
  })
}

/**
 * A mail would be sent again until it is recorded as sent, so this server retries and sends nothing
 * else meanwhile. If its claim expires after five minutes, another server that can write to the
 * database sends the mail again with the same Message-ID.
 */
async function rememberSent(
  { database, clock, log }: Services,
  { id }: QueuedMail,
  cut: AbortSignal,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await noteSent(database, id, clock())
    } catch (cause) {
      if (!isUnavailable(cause) || cut.aborted) throw cause
      // Logged once, because a full disk may last until the operator acts.
      if (isFirst) log('error', 'mail worker failed', { error: wordsForLog(cause) })
      await pause(rememberEveryMs)
    }
  }
}

/** Nodemailer's error code, for example ETIMEDOUT. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error) || !('code' in cause)) return 'unknown'
  return String(cause.code)
}
