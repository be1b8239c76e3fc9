import { type OutlookAttachment, type OutlookMail, openOutlookMail } from './outlook-mail.ts'
import { isTnef } from './tnef.ts'

const digits = new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
)
const bytesOfLine = 57
/** Takes about a millisecond. */
const bytesOfStep = 4096 * bytesOfLine

/** Yields lines of 76 characters, in pieces that a page can make without a halt. */
function* base64Lines(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  for (let start = 0; start < bytes.length; start += bytesOfStep) {
    yield encode(bytes.subarray(start, start + bytesOfStep))
  }
}

function encode(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const lines = Math.ceil(bytes.length / bytesOfLine)
  const encoded = new Uint8Array(Math.ceil(bytes.length / 3) * 4 + lines * 2)
  let end = 0
  const add = (bits: number) => {
    encoded[end] = digits[bits & 63] ?? 0
    end += 1
  }
  for (let start = 0; start < bytes.length; start += 3) {
    const [first = 0, second = 0, third = 0] = [bytes[start], bytes[start + 1], bytes[start + 2]]
    add(first >> 2)
    add((first << 4) | (second >> 4))
    add((second << 2) | (third >> 6))
    add(third)
    if ((start + 3) % bytesOfLine === 0 || start + 3 >= bytes.length) {
      const padding = Math.max(0, start + 3 - bytes.length)
      encoded.fill(61, end - padding, end)
      encoded.set([13, 10], end)
      end += 2
    }
  }
  return encoded
}

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

/**
 * @param pause called between steps of a large file
 * @throws Error for a file that is not a mail of Outlook
 */
export async function emlFromMsg(
  bytes: ArrayBuffer,
  pause?: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const mail = openOutlookMail(bytes)
  // The mail around it has the sender.
  if (!isTnef(bytes) && !/^(?:from|received)[ \t]*:/im.test(headersOf(mail).join('\n'))) {
    throw new Error('it has no sender')
  }
  const pieces: Piece[] = []
  for (const piece of piecesOf(mail, 1)) {
    pieces.push(piece)
    if (pieces.length % piecesOfStep === 0) await pause?.()
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

const plainType = 'text/plain; charset=utf-8'
/** The charset is in the markup where the file does not say it. */
const pageType = (charset = '') => `text/html${charset === '' ? '' : `; charset=${charset}`}`

function* piecesOf(mail: OutlookMail, depth: number): Generator<Piece> {
  const boundary = `aman-${crypto.randomUUID()}`
  yield [
    ...headersOf(mail),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    '',
  ].join('\r\n')
  const { plain, html, charset, attachments } = mail
  const divider = `--${boundary}\r\n`
  const texts = [
    ...(plain === undefined ? [] : [[plainType, new TextEncoder().encode(plain)] as const]),
    ...(html === undefined ? [] : [[pageType(charset), html] as const]),
  ]
  const inner = `${boundary}-text`
  const isTwofold = texts.length === 2
  // A program shows one of two forms.
  if (isTwofold) {
    yield `${divider}Content-Type: multipart/alternative; boundary="${inner}"\r\n\r\n`
  }
  for (const [type, text] of texts) {
    yield isTwofold ? `--${inner}\r\n` : divider
    yield* part(`Content-Type: ${type}`, text)
  }
  if (isTwofold) yield `--${inner}--\r\n`
  for (const attachment of attachments) {
    yield divider
    yield* attached(attachment, depth)
  }
  yield `--${boundary}--\r\n`
}

/**
 * The header lines as they came, without those that no longer hold. A mail that was never sent, or that
 * its sender kept, has none: its properties tell them.
 */
function headersOf({ headers = '', sender, subject, recipients }: OutlookMail): string[] {
  const sent = headers.split(/\r?\n(?![ \t])/).filter((line) => {
    const name = /^([!-9;-~]+)[ \t]*:/.exec(line)?.[1]
    return name !== undefined && !replaced.test(name)
  })
  const told = [
    ...(sender.name === '' && sender.address === ''
      ? []
      : [`From: ${mailbox(sender.name, sender.address)}`]),
    ...(recipients.length === 0
      ? []
      : [`To: ${recipients.map((it) => mailbox(it.name, it.address)).join(',\r\n ')}`]),
    `Subject: ${encodedWord(subject)}`,
  ]
  const isSent = (line: string) => sent.some((it) => nameOf(it) === nameOf(line))
  return [
    ...sent.map((line) => line.replaceAll(/\r?\n/g, '\r\n')),
    ...told.filter((line) => !isSent(line)),
  ]
}

const nameOf = (line: string) => line.slice(0, line.indexOf(':')).trim().toLowerCase()

function mailbox(name: string, address: string): string {
  const plain = address.replaceAll(/[^!-~]|[<>]/g, '')
  return `${encodedWord(name)}${plain === '' ? '' : ` <${plain}>`}`
}

/** As an encoded word of RFC 2047, whatever is in it. */
function encodedWord(text: string): string {
  const [lines = new Uint8Array()] = base64Lines(new TextEncoder().encode(text))
  return `=?utf-8?B?${new TextDecoder().decode(lines).replaceAll('\r\n', '')}?=`
}

function* attached({ name, type, url, read }: OutlookAttachment, depth: number): Generator<Piece> {
  const fileName = encodeURIComponent(name.toWellFormed()).replaceAll("'", '%27')
  const disposition = `Content-Disposition: attachment${name === '' ? '' : `; filename*=utf-8''${fileName}`}`
  if (url !== undefined) {
    yield `Content-Type: message/external-body; access-type=URL; url="${url.replaceAll(/[^!-~]|["\\]/g, encodeURIComponent)}"\r\n${disposition}\r\n\r\nContent-Type: application/octet-stream\r\n\r\n`
    return
  }
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
