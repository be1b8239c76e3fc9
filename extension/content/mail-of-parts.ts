import type { ShownMail } from './adapters/adapter.ts'

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
