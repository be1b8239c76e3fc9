import { messageBytes } from '../../judge/read/limits.ts'
import { browser } from '../core/browser.ts'
import { mailPort, type Shown } from '../core/messages.ts'
import type { Check, OpenMail, ShownMail } from './adapters/find-adapter.ts'

/** The parts of a mail that a page shows, as a mail that the judge can read. */
export function mailOfParts({ name, address, subject, html }: ShownMail): string {
  return [
    `From: ${encoded(name)} <${oneLine(address)}>`,
    `Subject: ${encoded(subject)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    inLines(new TextEncoder().encode(html).toBase64()),
    '',
  ].join('\r\n')
}

/** Encoded words, so that no letter of a page can begin a line of its own; 45 bytes make one of 60. */
function encoded(text: string): string {
  const bytes = new TextEncoder().encode(oneLine(text).slice(0, 1000))
  // Letters of several bytes are not cut.
  const words: string[] = []
  for (let at = 0; at < bytes.length; ) {
    let end = Math.min(bytes.length, at + 45)
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
    words.push(`=?utf-8?B?${bytes.subarray(at, end).toBase64()}?=`)
    at = end
  }
  return words.join('\r\n ')
}

const oneLine = (text: string) => text.replaceAll(/[\r\n<>]+/g, ' ').trim()

const inLines = (base64: string) => base64.replaceAll(/.{76}(?=.)/g, '$&\r\n')

/** Read at once and turned to base64: a page's frame takes 2 ms for it. */
const pieceBytes = 512 * 1024

/** A mail that its program does not hand out. */
class NotReadError extends Error {}

/**
 * Has a mail judged in the extension's own process.
 * @param given aborts it when another mail is opened
 */
export async function judgeMail(
  { content }: Pick<OpenMail, 'content'>,
  given: AbortSignal,
): Promise<Shown> {
  const port = browser.runtime.connect({ name: mailPort })
  given.addEventListener('abort', () => port.disconnect(), { once: true })
  const answered = new Promise<Shown>((resolve, reject) => {
    port.onMessage.addListener((answer) => {
      if (isShown(answer)) resolve(answer)
    })
    port.onDisconnect.addListener(() => reject(new NotReadError('the judge did not answer')))
  })
  // It is waited for below, after the mail was read.
  answered.catch(() => undefined)
  try {
    for await (const piece of piecesOf(content, given)) port.postMessage(piece.toBase64())
    if (content.kind === 'source') await requireOpenMail(content.check, given)
    // Judged from now on.
    port.postMessage({ kind: 'end', isSource: content.kind === 'source' })
    return await answered
  } finally {
    port.disconnect()
  }
}

/** The extension's own process alone writes to its ports. */
function isShown(answer: unknown): answer is Shown {
  return typeof answer === 'object' && answer !== null && 'details' in answer
}

async function* piecesOf(
  content: OpenMail['content'],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (content.kind === 'shown') {
    yield* piecesIn(new TextEncoder().encode(mailOfParts(content.mail)))
    return
  }
  const answer = await fetch(content.address, { signal, credentials: 'same-origin' })
  // A session that has ended is answered with the sign-in form.
  const type = answer.headers.get('content-type') ?? ''
  const isMail = /^(?:message\/rfc822|text\/plain|application\/octet-stream)\b/i.test(type)
  if (!answer.ok || !isMail || answer.body === null)
    throw new NotReadError(`${answer.status} ${type}`)
  const reader = answer.body.getReader()
  let bytes = 0
  while (bytes <= messageBytes) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.length
    yield* piecesIn(value)
  }
  // Text after it is not read.
  await reader.cancel()
}

/** The page says it near its beginning. */
const mostLetters = 100_000

/** @throws NotReadError if the source that was just read may be another mail's */
async function requireOpenMail(check: Check | undefined, signal: AbortSignal): Promise<void> {
  if (check === undefined) return
  const answer = await fetch(check.address, { signal, credentials: 'same-origin' })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let page = ''
  while (reader !== undefined && page.length < mostLetters) {
    const { done, value } = await reader.read()
    if (done) break
    page += value
    if (check.isOpenMail(page)) return reader.cancel()
  }
  throw new NotReadError('another mail has taken its place')
}

function* piecesIn(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}
