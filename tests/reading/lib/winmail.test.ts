import { describe, expect, test } from 'vitest'
import { readMail } from '../../../judge/read/read-mail.ts'
import { judge } from '../../support/judge/mails.ts'
import { storedRtf } from '../../support/mail/outlook-file.ts'

const words = (...numbers: readonly number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [at, it] of numbers.entries()) bytes.writeUInt32LE(it, at * 4)
  return bytes
}
const padded = (bytes: Uint8Array) =>
  Buffer.concat([words(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

/** An attribute of a level, with the sum of its bytes (MS-OXTNEF). */
function attribute(level: number, id: number, content: Uint8Array): Buffer {
  const sum = Buffer.alloc(2)
  sum.writeUInt16LE(content.reduce((all, it) => (all + it) % 65_536, 0))
  return Buffer.concat([Buffer.from([level]), words(id, content.length), content, sum])
}
const file = (...attributes: readonly Buffer[]) =>
  Buffer.concat([words(0x223e9f78), Buffer.from([1, 0]), ...attributes])

type Property = readonly [tag: number, value: Buffer]
const properties = (...all: readonly Property[]) =>
  Buffer.concat([
    words(all.length),
    ...all.map(([tag, value]) => Buffer.concat([words(tag), value])),
  ])
const one = (bytes: Uint8Array) => Buffer.concat([words(1), padded(bytes)])
const wide = (text: string) => one(Buffer.from(`${text}\0`, 'utf16le'))
const uuid = Buffer.alloc(16, 7)

const subject = attribute(1, 0x18004, Buffer.from('Minutes\0'))
const message = (...all: readonly Property[]) => attribute(1, 0x69003, properties(...all))
const attachment = (...all: readonly Property[]) =>
  Buffer.concat([
    attribute(2, 0x69002, Buffer.alloc(14)),
    attribute(2, 0x69005, properties(...all)),
  ])
const page = '<p>Confirm your mailbox: <a href="https://evil.example/owa">Sign in</a></p>'

const hello = 'Good morning Rania, here are the minutes as promised.'
const mailWith = (packed: Uint8Array, type = 'application/octet-stream; name=winmail.dat') =>
  Buffer.from(
    `From: Lena Weber <lena@supplier.example>\nSubject: Minutes\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n${hello}\n--b\nContent-Type: ${type}\nContent-Transfer-Encoding: base64\n\n${Buffer.from(packed).toString('base64')}\n--b--\n`,
  )
const read = async (packed: Uint8Array) => {
  const { text, links, attachments, unread } = await readMail(mailWith(packed))
  return { text, links, names: attachments.map(({ name }) => name), unread }
}

const link = { target: 'https://evil.example/owa', text: 'Sign in' }
const withLink = { links: [link], names: ['winmail.dat'] }
test.each([
  [
    'text and a file of old programs',
    file(
      subject,
      attribute(1, 0x2800c, Buffer.from('The minutes\0')),
      attribute(2, 0x69002, Buffer.alloc(14)),
      attribute(2, 0x18010, Buffer.from('minutes.pdf.exe\0')),
      attribute(2, 0x6800f, Buffer.from('MZ')),
    ),
    {
      text: `${hello}\nMinutes\nThe minutes`,
      links: [],
      names: ['winmail.dat', 'minutes.pdf.exe'],
    },
  ],
  ['a page', file(message([0x10130102, one(Buffer.from(page))])), withLink],
  [
    'a page in compressed rich text',
    file(
      message([
        0x10090102,
        one(storedRtf(String.raw`{\rtf1\ansi\fromhtml1 {\*\htmltag ${page}}}`)),
      ]),
    ),
    withLink,
  ],
  [
    'a text in Arabic, in its code page',
    file(
      attribute(1, 0x69007, words(1256, 0)),
      attribute(1, 0x2800c, Buffer.from([0xe3, 0xd1, 0xcd, 0xc8, 0xc7, 0])),
    ),
    { text: `${hello}\nمرحبا`, links: [], names: ['winmail.dat'] },
  ],
  [
    'a file with a long name',
    file(
      attachment([0x3707001f, wide('محضر الاجتماع.html')], [0x37010102, one(Buffer.from(page))]),
    ),
    { links: [link], names: ['winmail.dat', 'محضر الاجتماع.html'] },
  ],
  [
    'a mail within it',
    file(
      attachment([
        0x3701000d,
        one(Buffer.concat([uuid, file(message([0x10130102, one(Buffer.from(page))]))])),
      ]),
    ),
    withLink,
  ],
  [
    'properties of all kinds before its page',
    file(
      message(
        [0x8001001f, Buffer.concat([uuid, words(0, 5), wide('a')])],
        [
          0x80020003,
          Buffer.concat([uuid, words(1), padded(Buffer.from('name\0', 'utf16le')), words(3)]),
        ],
        [0x0e060040, words(1, 2)],
        [0x0001000b, words(1)],
        [0x00020048, uuid],
        [
          0x0003101f,
          Buffer.concat([words(2), padded(Buffer.from('ab')), padded(Buffer.from('c'))]),
        ],
        [0x00041003, words(2, 1, 2)],
        [0x10130102, one(Buffer.from(page))],
      ),
    ),
    withLink,
  ],
])('what Outlook packs is read: %s', async (_, packed, expected) => {
  expect(await read(packed)).toMatchObject({ ...expected, unread: [] })
})

describe('what Outlook packs and cannot be read', () => {
  const whole = file(message([0x10130102, one(Buffer.from(page))]))

  test('is said, where it holds more than any mail', async () => {
    const one = attribute(1, 0x8000, Buffer.alloc(0))
    const many = Buffer.concat([file(), ...Array.from({ length: 150_000 }, () => one)])
    expect((await read(many)).unread).toContain('packed')
    expect((await read(Buffer.from('winmail'))).unread).toContain('packed')
  })

  test('harms nothing, wherever it ends and whatever length it claims', async () => {
    for (let at = 0; at < whole.length; at += 1) {
      const broken = Buffer.from(whole)
      broken[at] = 255
      expect((await read(broken)).text).toContain(hello)
      expect((await read(whole.subarray(0, at))).text).toContain(hello)
    }
  })
})

test('an attack within it scores as the same attack outside', async () => {
  const packed = await judge(mailWith(file(message([0x10130102, one(Buffer.from(page))]))))
  const plain = await judge(
    Buffer.from(
      mailWith(Buffer.alloc(0))
        .toString()
        .replace(
          /Content-Type: application[\s\S]*--b--/,
          `Content-Type: text/html\n\n${page}\n--b--`,
        ),
    ),
  )
  expect(packed.score).toBeGreaterThan(plain.score - 0.1)
})
