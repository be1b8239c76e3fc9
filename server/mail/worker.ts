import { setTimeout as pause } from 'node:timers/promises'
import { createRecall, startBackgroundWork } from '../core/background-work.ts'
import { secondMs } from '../core/clock.ts'
import { wordsForLog } from '../core/log.ts'
import { wordsOfCause } from '../core/start-error.ts'
import { isUnavailable } from '../database/drivers/database-error.ts'
import type { Services as AllServices } from '../http/services.ts'
import { claimMail, giveUp, noteFailure, noteSent, recallMails } from './attempts.ts'
import { failureForLog } from './failure-for-log.ts'
import { type MailTransport, type QueuedMail, UndeliverableError } from './transport.ts'

interface Services extends Pick<AllServices, 'database' | 'clock' | 'log'> {
  readonly transport: MailTransport
}

const lookEveryMs = 2 * secondMs
const longestAttemptMs = 60 * secondMs
const rememberEveryMs = secondMs
/** How long a running attempt may continue when the server stops; an aborted one is repeated. */
const shutdownGraceMs = 3 * secondMs

/** Sends due mail one by one in the background. */
export function startMailWorker(services: Services): { stop(): Promise<void> } {
  const { database, clock, log } = services
  // At the start and whenever the clock was set back.
  const recall = createRecall(clock, (now) => recallMails(database, now))
  return startBackgroundWork({
    everyMs: lookEveryMs,
    graceMs: shutdownGraceMs,
    run: async (stop, cut) => {
      await recall()
      await sendDueMails(services, stop, cut)
    },
    onFailure: (cause) => log('error', 'mail worker failed', { error: wordsForLog(cause) }),
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
    const mail = await claimMail(services.database, services.clock())
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
  const words = wordsOfCause(cause)
  const isOver =
    cause instanceof UndeliverableError
      ? await giveUp(database, mail, words, clock()).then(() => true)
      : await noteFailure(database, mail, words, clock())
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
