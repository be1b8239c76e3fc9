import { randomUUID } from 'node:crypto'
import { encode as encodeJpeg } from 'jpeg-js'
import encodeQr from 'qr'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { analyseMailEndpoint } from '../../../contract/judge/analyse-mail.ts'
import { judgeMail } from '../../../judge/judge.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { minuteMs } from '../../../server/core/clock.ts'
import { keepReadings, sizeOf, unpack } from '../../../server/judge/memory/memory.ts'
import { readCode } from '../../../server/judge/pictures/read-code.ts'
import { codesOf as codesIn, judge, makeMail } from '../../support/judge/mails.ts'
import { createTestClock } from '../../support/server/clock.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { times } from '../../support/until.ts'
import { makeDomain, makeOrganization, makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

const path = '/api/analyses'
const phishing = makeMail({
  from: 'PayPal Service <service@paypa1-secure.top>',
  subject: 'Your account has been limited',
  type: 'text/html; charset=utf-8',
  body: '<p>Dear customer,</p><p>we noticed unusual activity. Verify your account within 24 hours or it will be permanently closed.</p><a href="https://k3j2h4.web.app/login">Verify now</a>',
})

let server: TestServer

async function makeKey(scope: 'report' | 'analyse' = 'analyse') {
  const organizationId = await makeOrganization(server)
  return { organizationId, token: await makeGatewayKey(server, organizationId, scope) }
}

/** Makes a mail in the name of a colleague of an organization, and the key of that organization. */
async function makeColleague(full_name: string) {
  const { organizationId, token } = await makeKey()
  await makeUser(server, { organizationId, full_name })
  await makeDomain(server, organizationId, `${randomUUID()}.example`)
  const mail = makeMail({
    from: `${full_name} <office.${full_name.length}@gmail.com>`,
    subject: 'Urgent',
    body: 'I need you to process a wire transfer before noon. Keep this confidential, I am in a meeting.',
  })
  return { token, mail }
}

async function codesOf(token: string, mail: Uint8Array): Promise<string[]> {
  const answer = await server.post(path, { token, body: mail })
  return answer.output(analyseMailEndpoint).reasons.map(({ code }) => code)
}

/** The parser takes long for its lines. */
const dear = makeMail({ body: '\n'.repeat(3_000_000) })

describe('analyse mail', () => {
  beforeEach(async () => {
    server = await createTestServer()
  })
  afterEach(() => server[Symbol.asyncDispose]())

  test('a mail gets a level, a score and reasons in words', async () => {
    const { token } = await makeKey()
    const answer = await server.post(path, { token, body: phishing })
    expect(answer.status).toBe(200)
    const { threat_level, score, reasons, model, unread } = answer.output(analyseMailEndpoint)
    expect(threat_level).toBe('suspicious')
    expect(score).toBeGreaterThan(0.5)
    const brand = reasons.find(({ code }) => code === 'brand_name_on_foreign_domain')
    expect(brand?.text).toBe('The sender uses the name “PayPal”, but writes from paypa1-secure.top')
    expect(model).toMatch(/^[0-9a-f]{8}$/)
    expect(unread).toEqual(['authentication'])
  })

  test('the words are in the language that is asked for', async () => {
    const { token } = await makeKey()
    const answer = await server.post(`${path}?locale=ar`, { token, body: phishing })
    const { reasons } = answer.output(analyseMailEndpoint)
    expect(reasons[0]?.text).toMatch(/\p{Script=Arabic}/u)
  })

  test('nothing of the mail is kept or logged', async () => {
    const { token } = await makeKey()
    await server.post(path, { token, body: phishing })
    for (const table of ['scans', 'mail_checks', 'scan_totals', 'audit'] as const) {
      expect(
        JSON.stringify(await server.database.selectFrom(table).selectAll().execute()),
      ).not.toMatch(/paypa1|limited/)
    }
    expect(server.logged.join()).not.toMatch(/paypa1|limited/)
  })

  test('the colleagues of an organization are known to it alone', async () => {
    const { token, mail } = await makeColleague('Omar Al-Haddad')
    const other = await makeKey()
    expect(await codesOf(token, mail)).toContain('colleague_name_on_foreign_address')
    expect(await codesOf(other.token, mail)).not.toContain('colleague_name_on_foreign_address')
  })

  test('the colleagues of many organizations are told apart, again and again', async () => {
    const numbers = Array.from({ length: 40 }, (_, number) => number)
    const letters = (number: number) => String.fromCharCode(97 + (number % 26)).repeat(4 + number)
    const all = await Promise.all(numbers.map((number) => makeColleague(`Omar ${letters(number)}`)))
    // Those asked last are known still.
    for (const number of [...numbers, ...numbers.toReversed()]) {
      const [asked, other] = [all[number], all[(number + 1) % all.length]]
      if (asked === undefined || other === undefined) throw new Error('no organization')
      expect(await codesOf(asked.token, asked.mail)).toContain('colleague_name_on_foreign_address')
      const codes = await codesOf(asked.token, other.mail)
      expect(codes).not.toContain('colleague_name_on_foreign_address')
    }
  })

  test('a key for reports is refused, and so is a text that is no mail', async () => {
    const { token } = await makeKey('report')
    expect((await server.post(path, { token, body: phishing })).status).toBe(403)
    const analysing = await makeKey()
    const answer = await server.post(path, { token: analysing.token, body: Buffer.from('hello') })
    expect(answer.status).toBe(422)
  })

  test('dear mails of one organization delay neither those of another nor its own cheap ones', async () => {
    const [busy, calm] = [await makeKey(), await makeKey()]
    const answered: string[] = []
    const ask = async (name: string, token: string, body: Uint8Array) => {
      const { status, headers } = await server.post(path, { token, body })
      answered.push(`${name} ${status}`)
      return { status, retryAfter: headers.get('retry-after') }
    }
    const many = times(24, () => ask('dear', busy.token, dear))
    const own = ask('own', busy.token, phishing)
    const other = ask('other', calm.token, phishing)
    const answers = await many
    expect(await Promise.all([own, other])).toMatchObject([{ status: 200 }, { status: 200 }])
    const last = answered.lastIndexOf('dear 200')
    expect(answered.indexOf('own 200')).toBeLessThan(last)
    expect(answered.indexOf('other 200')).toBeLessThan(last)
    const full = answers.filter(({ status }) => status === 503)
    expect(full.length).toBeGreaterThan(0)
    expect(full[0]?.retryAfter).toBe('1')
  })
})

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
    expect(codesIn(plain, 'for')).not.toEqual([])
    const judgement = await judge(mixed(text, part))
    expect(judgement.unread).toContain(unread)
    expect(codesIn(judgement, 'for')).toEqual([])
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
    expect(codesIn(looked, 'for')).toEqual([])
  })

  test('that is broken, or claims to be large, is passed over', async () => {
    const large = new Uint8Array(gray)
    new DataView(large.buffer).setUint32(16, 60_000)
    for (const bytes of [gray.subarray(0, 200), gray.subarray(0, 20), large]) {
      expect(await readCode(new Uint8Array(bytes))).toBe(undefined)
    }
  })
})

/** Reads texts of a length, and says of what it was asked. */
function keepTexts(mostBytes: number) {
  const clock = createTestClock()
  const asked: string[] = []
  const reading = Promise.withResolvers<void>()
  const kept = keepReadings({
    clock,
    forMs: 10 * minuteMs,
    mostBytes,
    read: async (id) => {
      asked.push(id)
      if (id.startsWith('slow')) await reading.promise
      if (id === 'broken' && asked.length === 1) throw new Error('no connection')
      return `${id} ${'x'.repeat(900)}`
    },
  })
  const first = async (id: string) => unpack(await kept(id)).split(' ')[0]
  return { clock, asked, kept, first, reading }
}

test('what was read is kept for its time, and then read again', async () => {
  const { clock, asked, first } = keepTexts(1_000_000)
  expect(await first('one')).toBe('one')
  clock.pass(9 * minuteMs)
  expect(await first('one')).toBe('one')
  expect(asked).toEqual(['one'])
  clock.pass(2 * minuteMs)
  expect(await first('one')).toBe('one')
  expect(asked).toEqual(['one', 'one'])
})

test('mails that come at once wait for one reading', async () => {
  const { asked, first, reading } = keepTexts(1_000_000)
  const waiting = [first('slow'), first('slow'), first('slow')]
  reading.resolve()
  expect(await Promise.all(waiting)).toEqual(['slow', 'slow', 'slow'])
  expect(asked).toEqual(['slow'])
})

test('a reading that failed is not kept', async () => {
  const { first } = keepTexts(1_000_000)
  await expect(first('broken')).rejects.toThrow('no connection')
  expect(await first('broken')).toBe('broken')
})

test('what is kept has so many bytes at most, whatever it is of', async () => {
  const { asked, kept, first } = keepTexts(10_000)
  const size = sizeOf(await kept('organization-0'))
  const room = Math.floor(10_000 / size)
  for (let number = 1; number <= room; number += 1) await first(`organization-${number}`)
  asked.length = 0
  // The last ones have taken the room of the first.
  await first(`organization-${room}`)
  await first('organization-1')
  expect(asked).toEqual([])
  expect(await first('organization-0')).toBe('organization-0')
  expect(asked).toEqual(['organization-0'])
})

test('who waits for a reading gets it, although others take its room', async () => {
  const { first, reading } = keepTexts(3000)
  const waiting = first('slow')
  for (const id of ['one', 'two', 'three', 'four', 'five']) expect(await first(id)).toBe(id)
  reading.resolve()
  expect(await waiting).toBe('slow')
})

test('what is larger than all room is read each time', async () => {
  const { asked, first } = keepTexts(500)
  expect([await first('one'), await first('one')]).toEqual(['one', 'one'])
  expect(asked).toEqual(['one', 'one'])
})
