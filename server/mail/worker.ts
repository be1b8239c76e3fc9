import { setTimeout as pause } from 'node:timers/promises'
import { secondMs } from '../core/clock.ts'
import { wordsForLog } from '../core/log.ts'
import { wordsOfCause } from '../core/start-error.ts'
import { isUnavailable } from '../database/drivers/database-error.ts'
import { claimNext, startQueueWorker } from '../database/queue.ts'
import type { Services as AllServices } from '../http/services.ts'
import { mailQueue, noteFailure, noteSent } from './attempts.ts'
import type { MailTransport, QueuedMail } from './transport.ts'

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
