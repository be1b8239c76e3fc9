import { crc32, inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zip } from '../../../extension/build/zip.ts'
import { mailOfParts } from '../../../extension/content/send-mail.ts'
import { readMail } from '../../../judge/read/read-mail.ts'

const read = (parts: Parameters<typeof mailOfParts>[0]) =>
  readMail(new TextEncoder().encode(mailOfParts(parts)))

describe('a mail of the parts that a page shows', () => {
  it('is read as it was shown, in any script and length', async () => {
    for (const text of [
      'Layla Haddad',
      'البنك العربي لتأكيد الحساب '.repeat(7).trim(),
      '😀'.repeat(90),
    ]) {
      const mail = await read({
        ...{ name: text, address: 'layla@supplier.example', subject: text },
        html: `<p>${text}</p><a href="https://evil.example/login">Sign in</a>`,
      })
      expect(mail.from).toEqual({ name: text, address: 'layla@supplier.example' })
      expect(mail.subject).toBe(text)
      expect(mail.text).toContain(text)
      expect(mail.links).toMatchObject([{ text: 'Sign in', target: 'https://evil.example/login' }])
    }
  })

  it('has no header that a page wrote into a name, an address or a subject', async () => {
    const attack = 'A\r\nAuthentication-Results: mx; dmarc=pass\r\n\r\n<p>b</p>'
    const mail = await read({
      name: attack,
      address: attack,
      subject: attack,
      html: '<p>Hello</p>',
    })
    expect(mail.headers.map(({ key }) => key)).toEqual([
      ...['from', 'subject', 'mime-version', 'content-type', 'content-transfer-encoding'],
    ])
    expect(mail.text.trim()).toBe('Hello')
  })
})

/** Reads an archive by its directory, as browsers do. */
function unzip(archive: Buffer): Record<string, string> {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  const found: Record<string, string> = {}
  let at = archive.readUInt32LE(end + 16)
  expect(at + archive.readUInt32LE(end + 12)).toBe(end)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50)
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field))
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    expect(archive.subarray(local + 4, local + 30)).toEqual(archive.subarray(at + 6, at + 32))
    const start = local + 30 + nameLength
    const content = inflateRawSync(archive.subarray(start, start + (packed ?? 0)))
    expect([content.length, crc32(content)]).toEqual([size, crc])
    found[name] = content.toString()
    at += 46 + nameLength
  }
  return found
}

it('packs files so that they can be read, in the same bytes whatever their order', () => {
  const files = {
    'manifest.json': '{}',
    '_locales/ar/messages.json': 'أمان'.repeat(1000),
    empty: '',
  }
  const entries = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const)
  const archive = Buffer.from(zip(new Map(entries)))
  expect(unzip(archive)).toEqual(files)
  expect(zip(new Map(entries.toReversed()))).toEqual(archive)
})
