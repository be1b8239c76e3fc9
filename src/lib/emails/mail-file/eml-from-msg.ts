import { pause } from '../../core/ui-state/pause.ts'
import { base64Lines } from './base64.ts'
import { type OutlookAttachment, type OutlookMail, openOutlookMail } from './outlook-mail.ts'

/*
 * Outlook's .msg holds the properties of a mail, not the bytes that were sent. The mail is put together
 * again for a check: links, names and attachments are as they were, signatures no longer hold.
 */

/** Header lines about the form of the body, which is new, and signatures of the old one. */
const replaced =
  /^(?:content-[\w-]+|mime-version|dkim-signature|domainkey-signature|arc-[\w-]+|x-google-dkim-signature)$/i

/** Mails within each other that are put together; deeper ones are left out. */
const mostDepth = 5

type Piece = string | Uint8Array<ArrayBuffer>

/** Pieces between two pauses, each of which takes a millisecond at most. */
const piecesOfStep = 8

/** @throws Error for a file that is not a mail of Outlook */
export async function emlFromMsg(bytes: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  const mail = openOutlookMail(bytes)
  if (!/^(?:from|received)[ \t]*:/im.test(headersOf(mail).join('\n'))) {
    throw new Error('it has no sender')
  }
  const pieces: Piece[] = []
  for (const piece of piecesOf(mail, 1)) {
    pieces.push(piece)
    if (pieces.length % piecesOfStep === 0) await pause()
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

function* piecesOf(mail: OutlookMail, depth: number): Generator<Piece> {
  const boundary = `aman-${crypto.randomUUID()}`
  yield [
    ...headersOf(mail),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    '',
  ].join('\r\n')
  const { plain, html, attachments } = mail
  const divider = `--${boundary}\r\n`
  if (plain !== undefined) {
    yield divider
    yield* part('Content-Type: text/plain; charset=utf-8', new TextEncoder().encode(plain))
  }
  if (html !== undefined) {
    yield divider
    // The charset is in the markup where it is not UTF-8.
    yield* part('Content-Type: text/html', html)
  }
  for (const attachment of attachments) {
    yield divider
    yield* attached(attachment, depth)
  }
  yield `--${boundary}--\r\n`
}

/** The header lines as they came, without those that no longer hold; a mail that was never sent has none. */
function headersOf({ headers = '', sender, subject, recipients }: OutlookMail): string[] {
  const sent = headers.split(/\r?\n(?![ \t])/).filter((line) => {
    const name = /^([!-9;-~]+)[ \t]*:/.exec(line)?.[1]
    return name !== undefined && !replaced.test(name)
  })
  if (sent.length > 0) return sent.map((line) => line.replaceAll(/\r?\n/g, '\r\n'))
  if (sender.address === '') return []
  const to = recipients.map(({ name, address }) => mailbox(name, address))
  return [
    `From: ${mailbox(sender.name, sender.address)}`,
    ...(to.length === 0 ? [] : [`To: ${to.join(',\r\n ')}`]),
    `Subject: ${encodedWord(subject)}`,
  ]
}

function mailbox(name: string, address: string): string {
  return `${encodedWord(name)} <${address.replaceAll(/[^!-~]|[<>]/g, '')}>`
}

/** As an encoded word of RFC 2047, whatever is in it. */
function encodedWord(text: string): string {
  const [lines = new Uint8Array()] = base64Lines(new TextEncoder().encode(text))
  return `=?utf-8?B?${new TextDecoder().decode(lines).replaceAll('\r\n', '')}?=`
}

function* attached({ name, type, read }: OutlookAttachment, depth: number): Generator<Piece> {
  const disposition = `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name.toWellFormed()).replaceAll("'", '%27')}`
  const content = depth === mostDepth ? new Uint8Array() : read()
  if (!(content instanceof Uint8Array)) {
    yield `Content-Type: message/rfc822\r\n${disposition}\r\n\r\n`
    yield* piecesOf(content, depth + 1)
    return
  }
  const known = /^[\w.+-]+\/[\w.+-]+$/.exec(type ?? '')?.[0] ?? 'application/octet-stream'
  yield* part(`Content-Type: ${known}\r\n${disposition}`, content)
}

function* part(headers: string, content: Uint8Array<ArrayBuffer>): Generator<Piece> {
  yield `${headers}\r\nContent-Transfer-Encoding: base64\r\n\r\n`
  yield* base64Lines(content)
}
