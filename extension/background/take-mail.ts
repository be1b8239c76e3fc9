import * as v from 'valibot'
import { reportKnownMailEndpoint } from '../../contract/emails/known-mail.ts'
import { messageBytes } from '../../judge/read/limits.ts'
import { ServerError } from '../core/ask-server.ts'
import { browser, type Port } from '../core/browser.ts'
import { mailEnd, type Shown } from '../core/messages.ts'
import { speak } from '../core/say-failure.ts'
import { readSettings } from '../core/settings.ts'
import { askAccount } from './ask-account.ts'
import { judgeMail } from './judge-mail.ts'
import { refreshKnowledge } from './knowledge.ts'
import { shownOf } from './shown.ts'

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

interface Badge {
  readonly text: string
  readonly color: string
}

/** A sign beside each colour; white is legible on all of them. */
const badges: Readonly<Record<Shown['level'] | 'unseen', Badge>> = {
  safe: { text: '✓', color: '#1c6b42' },
  suspicious: { text: '!', color: '#855500' },
  malicious: { text: '✕', color: '#a8271d' },
  unseen: { text: '?', color: '#46626b' },
}

/** The same verdict as in the page, where no page can hide or imitate it. */
async function showInToolbar(tabId: number, { level, title }: Shown): Promise<void> {
  await show(tabId, badges[level], title)
}

export async function showState(tabId: number, state: 'unseen' | 'closed'): Promise<void> {
  const words = speak(await readSettings())
  const isUnseen = state === 'unseen'
  await show(tabId, isUnseen ? badges.unseen : undefined, isUnseen ? words.unseen : words.noMail)
}

/** A tab that is closed meanwhile has no toolbar. */
async function show(tabId: number, badge: Badge | undefined, title: string): Promise<void> {
  const { action } = browser
  await Promise.allSettled([
    action.setBadgeText({ tabId, text: badge?.text ?? '' }),
    ...(badge === undefined ? [] : [action.setBadgeBackgroundColor({ tabId, color: badge.color })]),
    action.setTitle({ tabId, title }),
  ])
}

/** One byte more than is read says that a mail is longer. */
const mostBytes = messageBytes + 1

/** Takes a mail in pieces, judges it, and answers with its verdict; nothing of it outlives the port. */
export function takeMail(port: Port): void {
  const pieces: Uint8Array[] = []
  let bytes = 0
  let isOpen = true
  port.onDisconnect.addListener(() => {
    isOpen = false
    pieces.length = 0
  })
  port.onMessage.addListener((message) => {
    if (typeof message === 'string') {
      const piece = Uint8Array.fromBase64(message)
      bytes += piece.length
      if (bytes - piece.length < mostBytes) pieces.push(piece)
      return
    }
    const end = v.safeParse(mailEnd, message)
    if (!end.success) return port.disconnect()
    const whole = joined(pieces, Math.min(bytes, mostBytes))
    pieces.length = 0
    answer(whole, end.output.isSource).catch((error: unknown) => {
      console.error('mail', error)
      if (isOpen) port.disconnect()
    })
  })

  async function answer(mail: Uint8Array, isSource: boolean): Promise<void> {
    const [judged, settings] = await Promise.all([judgeMail(mail), readSettings()])
    // The reader has opened another one.
    if (!isOpen) return
    const shown = shownOf(judged, settings, isSource)
    port.postMessage(shown)
    const tabId = port.sender?.tab?.id
    if (tabId !== undefined) await showInToolbar(tabId, shown)
    await Promise.all([sendWaiting(), refreshKnowledge()])
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece.subarray(0, length - at), at)
    at = Math.min(length, at + piece.length)
  }
  return whole
}
