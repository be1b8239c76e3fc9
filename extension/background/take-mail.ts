import * as v from 'valibot'
import { messageBytes } from '../../judge/read/limits.ts'
import type { Port } from '../core/browser.ts'
import { mailEnd } from '../core/messages.ts'
import { readSettings } from '../core/settings.ts'
import { judgeMail } from './judge-mail.ts'
import { refreshKnowledge } from './knowledge.ts'
import { sendWaiting } from './reports.ts'
import { shownOf } from './shown.ts'
import { showInToolbar } from './toolbar.ts'

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
