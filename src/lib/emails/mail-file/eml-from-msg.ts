import MsgReader, { type FieldsData } from '@kenjiuno/msgreader'

/*
 * Outlook's .msg holds the properties of a mail, not the bytes that were sent. The mail is put together
 * again for a check: links, names and attachments are as they were, signatures no longer hold.
 */

/** Header lines about the form of the body, which is new, and signatures of the old one. */
const replaced =
  /^(?:content-[\w-]+|mime-version|dkim-signature|domainkey-signature|arc-[\w-]+|x-google-dkim-signature)$/i

/** @throws Error for a file that is not a mail of Outlook */
export function emlFromMsg(bytes: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const Reader = readerIn(MsgReader)
  const reader = new Reader(bytes)
  const fields = reader.getFileData()
  if ('error' in fields && fields.error !== undefined) throw new Error(fields.error)
  const headers = headersOf(fields)
  if (!/^(?:from|received)[ \t]*:/im.test(headers.join('\n'))) throw new Error('it has no sender')
  const parts = [
    ...bodiesOf(fields),
    ...(fields.attachments ?? []).map((at) => attached(reader, at)),
  ]
  const boundary = `aman-${crypto.randomUUID()}`
  const text = [
    ...headers,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    '',
  ].join('\r\n')
  return new TextEncoder().encode(text)
}

type ReaderClass = typeof MsgReader

/** A bundler takes the package's exports for its default export, a test takes the class. */
function readerIn(imported: ReaderClass | { readonly default: ReaderClass }): ReaderClass {
  return 'default' in imported ? imported.default : imported
}

/** The header lines as they came, without those that no longer hold; a mail that was never sent has none. */
function headersOf(fields: FieldsData): string[] {
  const sent = (fields.headers ?? '').split(/\r?\n(?![ \t])/).filter((line) => {
    const name = /^([!-9;-~]+)[ \t]*:/.exec(line)?.[1]
    return name !== undefined && !replaced.test(name)
  })
  if (sent.length > 0) return sent.map((line) => line.replaceAll(/\r?\n/g, '\r\n'))
  const { senderName = '', subject = '', recipients = [] } = fields
  const sender = fields.senderSmtpAddress ?? fields.senderEmail ?? ''
  if (sender === '') return []
  const to = recipients.map(({ name = '', smtpAddress, email }) =>
    address(name, smtpAddress ?? email),
  )
  return [
    `From: ${address(senderName, sender)}`,
    ...(to.length === 0 ? [] : [`To: ${to.join(',\r\n ')}`]),
    `Subject: ${encoded(subject)}`,
  ]
}

function address(name: string, email = ''): string {
  return `${encoded(name)} <${email.replaceAll(/[^!-~]|[<>]/g, '')}>`
}

/** As an encoded word of RFC 2047, whatever is in it. */
function encoded(text: string): string {
  return `=?utf-8?B?${base64(new TextEncoder().encode(text)).replaceAll('\r\n', '')}?=`
}

function bodiesOf({ body, bodyHtml, html }: FieldsData): string[] {
  const markup = html ?? (bodyHtml === undefined ? undefined : new TextEncoder().encode(bodyHtml))
  return [
    ...(body === undefined
      ? []
      : [part('Content-Type: text/plain; charset=utf-8', new TextEncoder().encode(body))]),
    // The charset is in the markup where it is not UTF-8.
    ...(markup === undefined ? [] : [part('Content-Type: text/html', markup)]),
  ]
}

function attached(reader: MsgReader, attachment: FieldsData): string {
  const { fileName, content } = reader.getAttachment(attachment)
  const name = encodeURIComponent(fileName).replaceAll("'", '%27')
  const type = /^[\w.+-]+\/[\w.+-]+$/.exec(attachment.attachMimeTag ?? '')?.[0]
  return part(
    `Content-Type: ${type ?? 'application/octet-stream'}\r\nContent-Disposition: attachment; filename*=utf-8''${name}`,
    content,
  )
}

function part(headers: string, content: Uint8Array): string {
  return `${headers}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(content)}`
}

/** In lines of 76 characters. */
function base64(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let start = 0; start < bytes.length; start += 57) {
    lines.push(btoa(String.fromCharCode(...bytes.subarray(start, start + 57))))
  }
  return lines.join('\r\n')
}
