import * as v from 'valibot'
import { reportKnownMailEndpoint } from '../../contract/emails/known-mail.ts'
import { ServerError } from '../core/ask-server.ts'
import { browser } from '../core/browser.ts'
import { askAccount } from './ask-account.ts'

/* Reports that wait for the network. */

const waiting = v.object({ messageId: v.string(), level: v.picklist(['safe', 'suspicious']) })
type Waiting = v.InferOutput<typeof waiting>

const key = 'reports'
/** A user reports fewer in a day without a network. */
const mostWaiting = 50

async function readWaiting(): Promise<Waiting[]> {
  return v.parse(
    v.fallback(v.array(waiting), []),
    (await browser.storage.local.get(key))[key] ?? [],
  )
}

/** One after the other, so that none is lost or sent twice. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const run = last.then(task)
  last = run.catch(() => undefined)
  return run
}

/**
 * Reports a mail as dangerous, now or when the network is back.
 * @returns whether it was sent
 * @throws ServerError for a refusal; Error if the storage is full
 */
export function report(mail: Waiting): Promise<'sent' | 'kept' | 'full'> {
  return inTurn(async () => {
    try {
      await send(mail)
      return 'sent'
    } catch (error) {
      if (!isNoAnswer(error)) throw error
      const before = await readWaiting()
      const others = before.filter(({ messageId }) => messageId !== mail.messageId)
      if (others.length >= mostWaiting) return 'full'
      await browser.storage.local.set({ [key]: [...others, mail] })
      return 'kept'
    }
  })
}

/** Sends what waits. The server knows a report that it had before by its Message-ID. */
export function sendWaiting(): Promise<void> {
  return inTurn(async () => {
    const left = await readWaiting()
    for (const [index, mail] of left.entries()) {
      try {
        await send(mail)
      } catch (error) {
        // A report that is refused would be so again.
        if (!isRefused(error) || isTooMany(error)) return
      }
      await browser.storage.local.set({ [key]: left.slice(index + 1) })
    }
  }).catch((error: unknown) => console.error('reports', error))
}

async function send({ messageId, level }: Waiting): Promise<void> {
  const report = { message_id: messageId, threat_level: level, opinion: 'dangerous' } as const
  await askAccount(reportKnownMailEndpoint, report)
}

/** No Aman has answered: there is no network, or the sign-in page of a guests' network answers for it. */
const isNoAnswer = (error: unknown) =>
  error instanceof ServerError && (error.failure === 'offline' || error.failure === 'strange')
const isRefused = (error: unknown) => error instanceof ServerError && error.failure === 'refused'
const isTooMany = (error: unknown) =>
  error instanceof ServerError && error.code === 'too_many_requests'
