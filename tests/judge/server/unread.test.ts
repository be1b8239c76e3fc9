import { encode as encodeJpeg } from 'jpeg-js'
import encodeQr from 'qr'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { judgeMail } from '../../../judge/judge.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { readCode } from '../../../server/judge/pictures/read-code.ts'
import { codesOf, judge } from '../../support/judge/mails.ts'

const head =
  'From: Lena Weber <lena@supplier.example>\nTo: rania@clinic.example\nSubject: Minutes\n'
const friendly = [
  'Good morning Rania, here are the minutes of our meeting on Tuesday, as promised. Kind regards, Lena',
  'صباح الخير رانيا، أرفقت محضر اجتماع يوم الثلاثاء كما وعدت. مع التحية، لينا',
]
const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64')
const mixed = (text: string, ...parts: readonly string[]) =>
  Buffer.from(
    `${head}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n${[`Content-Type: text/plain; charset=utf-8\n\n${text}`, ...parts].map((it) => `--b\n${it}\n`).join('')}--b--\n`,
  )
const attached = (type: string, bytes: string | Uint8Array) =>
  `Content-Type: ${type}\nContent-Transfer-Encoding: base64\n\n${base64(bytes)}`

describe.each(friendly)('beside “%s”', (text) => {
  test.each([
    ['winmail.dat', 'packed', attached('application/octet-stream; name=winmail.dat', 'x')],
    ['what Outlook packs', 'packed', attached('application/ms-tnef', 'x')],
    ['PGP', 'encrypted', attached('application/pgp-encrypted', 'Version: 1')],
    ['PGP in the text', 'encrypted', 'Content-Type: text/plain\n\n-----BEGIN PGP MESSAGE-----\nx'],
    ['encrypted S/MIME', 'encrypted', attached('application/pkcs7-mime; name=smime.p7m', 'x')],
  ])('%s is said to be unread, and praises nothing', async (_, unread, part) => {
    const plain = await judge(mixed(text))
    expect(codesOf(plain, 'for')).not.toEqual([])
    const judgement = await judge(mixed(text, part))
    expect(judgement.unread).toContain(unread)
    expect(codesOf(judgement, 'for')).toEqual([])
  })
})

/** A mail in its signature, of known length or in parts. */
const signed = (parts: readonly number[]) => {
  const content = Buffer.from(
    'Content-Type: text/html\n\n<a href="https://evil.example/x">Sign in</a>',
  )
  const kind = (last: number) => [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, last]
  const octets = (bytes: Uint8Array) => [0x04, bytes.length, ...bytes]
  const cut = [0, ...parts, content.length]
  const inner = cut.slice(1).flatMap((end, at) => octets(content.subarray(cut[at], end)))
  const held = parts.length === 0 ? inner : [0x24, 0x80, ...inner, 0, 0]
  return Uint8Array.from([
    ...[0x30, 0x80, ...kind(2), 0xa0, 0x80, 0x30, 0x80, 0x02, 0x01, 0x01, 0x31, 0x00, 0x30, 0x80],
    ...[...kind(1), 0xa0, 0x80, ...held, 0, 0],
  ])
}

test.each([
  ['at once', []],
  ['in parts', [10, 30]],
])('a mail in its signature is read as programs show it: %s', async (_, parts) => {
  const raw = `${head}${attached('application/pkcs7-mime; smime-type=signed-data; name=smime.p7m', signed(parts))}`
  const { links, unread } = await readMail(Buffer.from(raw))
  expect(links).toEqual([{ target: 'https://evil.example/x', text: 'Sign in' }])
  expect(unread).not.toContain('encrypted')
})

test('a sender without an address is said', async () => {
  const mail = Buffer.from(`From: Lena Weber\n\n${friendly[0]}`)
  expect((await judge(mail)).unread).toContain('no_sender')
})

const target = 'https://login.evil.example/owa/?u=rania'

/** A code with a margin, in points of gray. */
function draw(scale: number, margin: number) {
  const code = encodeQr(target, 'raw')
  const side = code.length * scale + 2 * margin
  const points = Buffer.alloc(side * side, 255)
  for (const [y, row] of code.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue
      for (let line = 0; line < scale; line += 1) {
        const from = (margin + y * scale + line) * side + margin + x * scale
        points.fill(0, from, from + scale)
      }
    }
  }
  return { side, points }
}

async function pictures(scale: number, margin: number): Promise<Record<string, Uint8Array>> {
  const { side, points } = draw(scale, margin)
  const picture = () => sharp(points, { raw: { width: side, height: side, channels: 1 } })
  const data = Buffer.alloc(side * side * 4, 255)
  for (const [at, shade] of points.entries()) data.fill(shade, at * 4, at * 4 + 3)
  return {
    gray: await picture().png().toBuffer(),
    colour: await picture().toColourspace('srgb').png({ adaptiveFiltering: true }).toBuffer(),
    'two colours': await picture().png({ palette: true, colours: 2 }).toBuffer(),
    'half transparent': await picture().toColourspace('srgb').ensureAlpha(0.8).png().toBuffer(),
    photograph: encodeJpeg({ width: side, height: side, data }, 60).data,
  }
}

test.each([
  [2, 8],
  [4, 200],
  [24, 100],
])(
  'a code is read in pictures of each kind, %i points for each of its own',
  async (scale, margin) => {
    for (const [kind, picture] of Object.entries(await pictures(scale, margin))) {
      expect(await readCode(new Uint8Array(picture)), kind).toBe(target)
    }
  },
)

const { gray = new Uint8Array() } = await pictures(4, 16)
const photo = await sharp({
  create: { width: 300, height: 200, channels: 3, background: '#8a5' },
})
  .png()
  .toBuffer()

describe('a picture', () => {
  const withPicture = (text: string, picture: Uint8Array) =>
    mixed(text, attached('image/png; name=a.png', picture))
  const judgeWith = (mail: Uint8Array, isKnown = false) =>
    judgeMail(
      mail,
      isKnown ? { isCorrespondent: () => true, correspondentDomains: ['supplier.example'] } : {},
      { model: shippedModel, readCode },
    )

  test('with a code that opens another site marks a mail', async () => {
    for (const text of [
      '',
      ...friendly,
      'Scan the code below with your phone to keep your access.',
    ]) {
      const judgement = await judgeWith(withPicture(text, gray))
      expect(judgement.level, text).toBe('suspicious')
      expect(judgement.reasons).toContainEqual(
        expect.objectContaining({
          code: 'code_in_picture',
          values: { target: 'login.evil.example' },
        }),
      )
    }
  })

  test('alone marks the mail of an unknown sender where no code can be read', async () => {
    expect((await judge(withPicture('', photo))).level).toBe('suspicious')
    const looked = await judgeWith(withPicture('', photo), true)
    expect(looked.level).toBe('safe')
    expect(looked.unread).toContain('pictures')
    expect(codesOf(looked, 'for')).toEqual([])
  })

  test('that is broken, or claims to be large, is passed over', async () => {
    const large = new Uint8Array(gray)
    new DataView(large.buffer).setUint32(16, 60_000)
    for (const bytes of [gray.subarray(0, 200), gray.subarray(0, 20), large]) {
      expect(await readCode(new Uint8Array(bytes))).toBe(undefined)
    }
  })
})
