import { setTimeout as pause } from 'node:timers/promises'
import { clockSkewMs, secondMs } from '../core/clock.ts'
import { wordsForLog } from '../core/log.ts'
import type { Services as AllServices } from '../core/services.ts'
import { wordsOfCause } from '../core/start-error.ts'
import { isUnavailable } from '../database/database-error.ts'
import { claimMail, giveUp, noteFailure, noteSent, recallMails } from './attempts.ts'
import { failureForLog } from './failure-for-log.ts'
import { type MailTransport, type QueuedMail, UndeliverableError } from './transport.ts'

interface Services extends Pick<AllServices, 'database' | 'clock' | 'log'> {
  readonly transport: MailTransport
}

const lookEveryMs = 2 * secondMs
const longestAttemptMs = 60 * secondMs
const rememberEveryMs = secondMs
/** How long a running attempt may go on when the server stops; a cut one is repeated later. */
const shutdownGraceMs = 3 * secondMs

/** Sends what is due, one after the other, while everything else goes on. */
export function startMailWorker(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const cutting = new AbortController()
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const recall = createRecall(services)
  const look = () => {
    running = recall()
      .then(() => sendDueMails(services, stopping.signal, cutting.signal))
      // The database may be busy; the next look tries again.
      .catch((cause: unknown) => {
        services.log('error', 'mail worker failed', { error: wordsForLog(cause) })
      })
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(look, lookEveryMs).unref()
      })
  }
  look()
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      const cutOff = setTimeout(() => cutting.abort(), shutdownGraceMs)
      await running
      clearTimeout(cutOff)
    },
  }
}

/** At the start and whenever the clock was set back, mail gets the times of the clock as it is. */
function createRecall({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): () => Promise<void> {
  let latest = Number.POSITIVE_INFINITY
  return async () => {
    const now = clock()
    if (now.getTime() < latest - clockSkewMs) await recallMails(database, now)
    latest = now.getTime()
  }
}

const never = new AbortController().signal

/** @returns when nothing is due any more, or nothing more is wanted */
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

/** The log has no addresses and no words of a mail; its row says where it was to go. */
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
 * Until it is written down that a mail is out, it would be sent again, so this server goes on trying
 * and sends nothing else meanwhile. Its claim ends after five minutes: another server on the database
 * that can write sends the mail once more then, under the same Message-ID.
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
      // Once: a full disk lasts until the operator reads this.
      if (isFirst) log('error', 'mail worker failed', { error: wordsForLog(cause) })
      await pause(rememberEveryMs)
    }
  }
}

/** Nodemailer's code, for instance ETIMEDOUT. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error) || !('code' in cause)) return 'unknown'
  return String(cause.code)
}
