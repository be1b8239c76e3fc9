import type { Random } from '../random.ts'
import { letters } from './domains.ts'
import { pick } from './fill.ts'
import { zipOf } from './zip.ts'

/** Bytes of a charset from before Unicode, by letter. */
function tableOf(charset: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(charset)
  return new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  )
}

const tables = {
  'windows-1256': tableOf('windows-1256'),
  'windows-1252': tableOf('windows-1252'),
}

/** A text in an old charset, or nothing if it has letters that the charset lacks. */
function inOldCharset(content: string, charset: keyof typeof tables): Buffer | undefined {
  const bytes = [...content].map((letter) => tables[charset].get(letter))
  return bytes.includes(undefined) ? undefined : Buffer.from(bytes.map((byte) => byte ?? 0))
}

export function part(type: string, content: string, isArabic: boolean, random: Random): string {
  const old = isArabic ? 'windows-1256' : 'windows-1252'
  const found = random.next() < 0.2 ? inOldCharset(content, old) : undefined
  const bytes = found ?? Buffer.from(content)
  const charset = found === undefined ? pick(random, ['utf-8', 'utf-8', 'UTF-8', '"utf-8"']) : old
  const head = `Content-Type: ${type}; charset=${charset}`
  const kind = random.next()
  if (kind < 0.35) return `${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}`
  if (kind < 0.8 || found !== undefined)
    return `${head}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quoted(bytes)}`
  if (/^[ -~\s]*$/.test(content))
    return `${head}\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${content}`
  return `${head}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content}`
}

/** Some senders forget the end of the last part; readers show the mail all the same. */
export function multipart(kind: string, parts: readonly string[], random: Random): string {
  const boundary = `${pick(random, ['=_', '----=_Part_', '_000_', '--boundary_'])}${letters(random, 20)}`
  const end = random.next() < 0.03 ? '' : `--${boundary}--`
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${parts.map((it) => `--${boundary}\r\n${it}\r\n`).join('')}${end}`
}

const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  html: 'text/html',
  htm: 'text/html',
  svg: 'image/svg+xml',
  zip: 'application/zip',
  ics: 'text/calendar',
  png: 'image/png',
  jpg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function attachment(name: string, isAttack: boolean, random: Random): string {
  const ending = name.split('.').at(-1) ?? ''
  const type = types[ending] ?? 'application/octet-stream'
  const shown = encode(name)
  return `Content-Type: ${type}; name="${shown}"\r\nContent-Disposition: attachment; filename="${shown}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(contentOf(ending, isAttack, random))}`
}

function contentOf(ending: string, isAttack: boolean, random: Random): Buffer {
  if (ending === 'zip') {
    const inside = isAttack
      ? pick(random, ['Document.js', 'Invoice.html', 'Scan.pdf.exe', 'Statement.lnk', 'Copy.iso'])
      : pick(random, ['plan.dwg', 'photos.jpg', 'contract.pdf', 'table.xlsx'])
    return zipOf(inside, letters(random, 300), random.next() < (isAttack ? 0.6 : 0.2))
  }
  if (/^(?:html?|svg)$/.test(ending) && !isAttack)
    return Buffer.from(
      `<html><body><table><tr><td>${letters(random, 40)}</td></tr></table></body></html>`,
    )
  if (/^(?:html?|svg)$/.test(ending))
    return Buffer.from(
      pick(random, [
        `<html><body><script>location="https://${letters(random, 9)}.com"</script></body></html>`,
        `<html><body><form action="https://${letters(random, 9)}.top/p.php"><input type="password" name="p"></form></body></html>`,
      ]),
    )
  return Buffer.from(letters(random, 400))
}

/** A picture that a page shows. */
export const picture = (random: Random) =>
  `Content-Type: image/png; name="image001.png"\r\nContent-ID: <picture>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(Buffer.from(letters(random, 900)))}`

const base64 = (content: Buffer) => content.toString('base64').replace(/.{76}/g, '$&\r\n')

function quoted(content: Buffer): string {
  const coded = [...content.toString('latin1').replace(/\r?\n/g, '\r\n')]
    .map((letter) =>
      /[ -<>-~\r\n]/.test(letter)
        ? letter
        : `=${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
  return coded.replace(/[^\r\n]{70}(?=[^\r\n]{4})/g, (line) => {
    const cut = /=[0-9A-F]?$/.exec(line)
    return cut === null ? `${line}=\r\n` : `${line.slice(0, cut.index)}=\r\n${cut[0]}`
  })
}

/** A word of a header, in base64 if it has other signs than ASCII. */
export function encode(text: string): string {
  if (!/^[ -~]*$/.test(text)) return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
  return /[,:@<>"]/.test(text) && !/^[^<]*: /.test(text) ? `"${text.replaceAll('"', '')}"` : text
}
