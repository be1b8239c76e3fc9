import { setTimeout as pause } from 'node:timers/promises'
import { clockSkewMs, secondMs } from '../clock.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { wordsForLog } from '../log.ts'
import type { Parts as AllParts } from '../parts.ts'
import { wordsOfCause } from '../start-error.ts'
import { claimMail, giveUp, noteFailure, noteSent, recallMails } from './attempts.ts'
import { failureForLog } from './failure-for-log.ts'
import { type MailTransport, type QueuedMail, UndeliverableError } from './transport.ts'

interface Parts extends Pick<AllParts, 'database' | 'clock' | 'log'> {
  readonly transport: MailTransport
}

const lookEveryMs = 2 * secondMs
const longestAttemptMs = 60 * secondMs
const rememberEveryMs = secondMs
/** How long a running attempt may go on when the server stops; a cut one is repeated later. */
const farewellMs = 3 * secondMs

/** Sends what is due, one after the other, while everything else goes on. */
export function startMailWorker(parts: Parts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const cutting = new AbortController()
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const recall = createRecall(parts)
  const look = () => {
    running = recall()
      .then(() => sendDueMails(parts, stopping.signal, cutting.signal))
      // The database may be busy; the next look tries again.
      .catch((cause: unknown) => {
        parts.log('error', 'mail worker failed', { error: wordsForLog(cause) })
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
      const farewell = setTimeout(() => cutting.abort(), farewellMs)
      await running
      clearTimeout(farewell)
    },
  }
}

/** At the start and whenever the clock was set back, mail gets the times of the clock as it is. */
function createRecall({ database, clock }: Pick<Parts, 'database' | 'clock'>): () => Promise<void> {
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
  parts: Parts,
  stop: AbortSignal = never,
  cut: AbortSignal = never,
): Promise<void> {
  while (!stop.aborted) {
    const mail = await claimMail(parts.database, parts.clock())
    if (mail === undefined) return
    await attempt(parts, mail, cut)
  }
}

async function attempt(parts: Parts, mail: QueuedMail, cut: AbortSignal): Promise<void> {
  const { log, transport } = parts
  try {
    await transport.deliver(mail, AbortSignal.any([cut, AbortSignal.timeout(longestAttemptMs)]))
  } catch (cause) {
    await recordFailure(parts, mail, cause)
    return
  }
  await rememberSent(parts, mail, cut)
  log('info', 'mail sent', { mail: mail.id, attempt: mail.attempts })
}

/** The log has no addresses and no words of a mail; its row says where it was to go. */
async function recordFailure(parts: Parts, mail: QueuedMail, cause: unknown): Promise<void> {
  const { database, clock, log } = parts
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
  { database, clock, log }: Parts,
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
