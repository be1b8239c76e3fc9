import { expect, test } from 'vitest'
import { entityLines, parsersDecoding } from '../../../build/smaller-pages/without-entity-table.ts'
import { bandStart } from '../../../contract/risk/risk-band.ts'
import { judgeReadMail } from '../../../judge/judge.ts'
import type { Judgement } from '../../../judge/judgement.ts'
import { readMail, readPasted } from '../../../judge/read/read-mail.ts'
import { adviceOf } from '../../../judge/reasons/advice.ts'
import type { ReasonCode } from '../../../judge/reasons/codes.ts'
import {
  daysUntilBelow,
  pointsOf,
  riskScore,
  scaledPoints,
} from '../../../server/risk/risk-score.ts'
import { sendDemoRequest } from '../../../src/islands/public-page/answer-form.ts'
import { encodeText, wholeMailIn } from '../../../src/lib/core/judged/whole-mail.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { demoMail, missingFields, readDemoRequest } from '../../../src/lib/public-page/demo-form.ts'
import {
  firstAmounts,
  largestAmounts,
  mailboxSteps,
  mailSteps,
  writeEstimate,
} from '../../../src/lib/public-page/estimate.ts'
import { entityTree } from '../../../src/lib/public-page/try/entity-tree.ts'
import { findingsOf } from '../../../src/lib/public-page/try/findings.ts'
import { questionOfText } from '../../../src/lib/public-page/try/judge-here.ts'
import { exampleRisk } from '../../../src/sections/risk/example.ts'
import { makeMail, wordless } from '../../support/judge/mails.ts'

const link = (text: string, target: string) => `<a href="${target}">${text}</a>`

/** Findings against honest-looking mail, and how a reader would name them. */
const found: readonly (readonly [string, ReasonCode, string])[] = [
  [
    'changed account',
    'changed_bank_details',
    'Our bank account has changed, please use the new one.',
  ],
  ['حساب جديد', 'changed_bank_details', 'تغيّر حسابنا البنكي، نرجو الدفع إلى الحساب الجديد.'],
  [
    'gift cards',
    'asks_for_gift_cards',
    'Buy five Apple gift cards, scratch them and send me the codes.',
  ],
  [
    'disguise',
    'link_text_names_another_site',
    link('www.arabbank.com', 'https://clients.example/jo'),
  ],
  ['host', 'link_begins_like_another_site', link('Open', 'https://paypal.com.clients.example/jo')],
  [
    'salary',
    'asks_to_change_salary_account',
    'Please pay my salary to the new account, my bank changed.',
  ],
]

test.each(found)(
  'a mail that is not marked has its finding told, with its place: %s',
  async (_, code, body) => {
    const mail = await readMail(
      makeMail({
        type: 'text/html; charset=utf-8',
        body: `<p>Good morning Rania.</p><p>${body}</p>`,
      }),
    )
    const judgement = await judgeReadMail(mail, {}, { model: wordless(0.0001) })
    expect(judgement.level).toBe('safe')
    const { against, supporting } = findingsOf({ kind: 'mail', mail, judgement })
    expect(against.map(({ reason }) => reason.code)).toContain(code)
    expect(against.find(({ reason }) => reason.code === code)?.mark).toBeDefined()
    const praises = supporting.map(({ reason }) => reason.code)
    expect(praises.filter((it) => /^ordinary_|^links_of|^nothing_/.test(it))).toEqual([])
  },
)

test('a reason is numbered only where its place is shown, and without a gap', async () => {
  const others = Array.from({ length: 60 }, (_, at) => link('', `https://supplier.example/${at}`))
  const bad = link('', 'https://paypal.com.clients.example/jo')
  const told = async (links: readonly string[]) => {
    const body = `<p>Buy five Apple gift cards and send me the codes.</p>${links.join('')}`
    const mail = await readMail(makeMail({ type: 'text/html', body }))
    const judgement = await judgeReadMail(mail, {}, { model: wordless(0.999) })
    const { against } = findingsOf({ kind: 'mail', mail, judgement })
    const numbers = against.flatMap(({ mark }) => mark?.number ?? [])
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
    const host = against.find(({ reason }) => reason.code === 'link_begins_like_another_site')
    expect(host?.reason.place).toBeDefined()
    return host?.mark
  }
  expect(await told([bad, ...others])).toBeDefined()
  expect(await told([...others, bad])).toBeUndefined()
})

const judged = (codes: readonly ReasonCode[], part?: 'link' | 'attachment'): Judgement => ({
  score: 1,
  level: 'suspicious',
  reasons: codes.map((code) => ({
    code,
    speaks: 'against',
    values: {},
    ...(part !== undefined && { place: { part, text: 'x' } }),
  })),
  model: '',
  unread: [],
})

test.each<[string, Judgement]>([
  ['pay', judged(['asks_for_gift_cards'])],
  ['pay', judged(['colleague_name_on_foreign_address', 'changed_bank_details'])],
  ['open', judged(['link_begins_like_another_site'], 'link')],
  ['open', judged(['dangerous_attachment'], 'attachment')],
  ['open', judged(['code_to_scan'])],
  [
    'open_and_pay',
    {
      ...judged([]),
      reasons: [
        ...judged(['asks_for_payment']).reasons,
        ...judged(['link_imitates_brand'], 'link').reasons,
      ],
    },
  ],
  ['answer', judged(['colleague_name_on_foreign_address', 'asks_for_favour'])],
  ['open', judged(['unusual_build'])],
])('the advice is %s', (advice, judgement) => {
  expect(adviceOf(judgement)).toBe(advice)
})

function form(email: string, company: string): FormData {
  const data = new FormData()
  data.set('email', email)
  data.set('company', company)
  return data
}

test('blanks are not an answer', { tags: ['R091'] }, () => {
  expect(missingFields(readDemoRequest(form(' ', '\t')))).toEqual(['email', 'company'])
  expect(missingFields(readDemoRequest(form('a@b.example', '')))).toEqual(['company'])
  expect(missingFields(readDemoRequest(form(' a@b.example ', ' Clinic ')))).toEqual([])
  expect(missingFields(readDemoRequest(new FormData()))).toEqual(['email', 'company'])
})

test('the mail goes to sales and contains both values, whatever they contain', {
  tags: ['R093'],
}, () => {
  const link = new URL(demoMail({ email: 'a+b@c.example', company: 'Rana & Söhne?subject=x#y' }))
  expect(link.protocol).toBe('mailto:')
  expect(link.pathname).toBe('sales@aman.example')
  const fields = new Map(
    link.search
      .slice(1)
      .split('&')
      .map((pair) => pair.split('=').map(decodeURIComponent))
      .map(([name = '', value = '']) => [name, value]),
  )
  expect([...fields.keys()]).toEqual(['subject', 'body'])
  expect(fields.get('subject')).toMatch(/^.+: Rana & Söhne\?subject=x#y$/)
  expect(fields.get('body')).toMatch(/^.+\r\n\r\n.+: a\+b@c\.example\r\n/)
  expect(fields.get('body')).toContain('Rana & Söhne?subject=x#y')
})

test('the mail opens before the alert says that the request was sent', {
  tags: ['R093'],
}, () => {
  const shown = () => $notices.get().map(({ text }) => text)
  const before: string[][] = []
  const mails: string[] = []
  sendDemoRequest(form('a@b.example', 'Clinic'), (href) => {
    mails.push(href)
    before.push(shown())
  })
  expect(mails).toHaveLength(1)
  expect(before).toEqual([[]])
  expect(shown()).toEqual(['Demo request sent! We will contact you shortly.'])
})

const decoding = await parsersDecoding()

/** What a text stands for, and how much of it, that comes in two parts. */
function decode(tree: Uint16Array, text: string, mode: number, cut: number) {
  const found: number[] = []
  const decoder = new decoding.EntityDecoder(tree, (...it) => found.push(...it))
  decoder.startEntity(mode)
  const parts = [decoder.write(text.slice(0, cut), 1)]
  if (parts[0] === -1) parts.push(decoder.write(text.slice(cut), 0))
  if (parts.at(-1) === -1) parts.push(decoder.end())
  return [...found, ...parts].join()
}

test('the page decodes names like the table that it goes without', async () => {
  const lines = await entityLines()
  const tree = entityTree(lines)
  const names = lines.split('\n').flatMap((line) => (line.split(' ')[1] ?? '').split(','))
  expect(names.length).toBeGreaterThan(2000)
  for (const name of names.map((it) => `&${it.replace('!', '')}`)) {
    for (const text of [`${name};`, name, `${name}x`, `${name}=`, `${name.slice(0, -1)};`]) {
      for (const mode of [0, 1, 2]) {
        for (const cut of [2, text.length]) {
          expect(decode(tree, text, mode, cut), text).toBe(
            decode(decoding.htmlDecodeTree, text, mode, cut),
          )
        }
      }
    }
  }
})

test.each([
  [
    { mailboxes: 1, mails: 1 },
    { emails: '30', cost: 'JOD 3.00' },
  ],
  [
    { mailboxes: 10, mails: 20 },
    { emails: '6,000', cost: 'JOD 600.00' },
  ],
  [
    { mailboxes: 250, mails: 150 },
    { emails: '1,125,000', cost: 'JOD 112,500.00' },
  ],
])('%o make %o in a month of thirty days', (amounts, estimate) => {
  expect(writeEstimate(amounts, { locale: 'en', money: 'JOD {amount}', price: 0.1 })).toEqual(
    estimate,
  )
})

test('numbers are written as the language of the page writes them', () => {
  const german = { locale: 'de', money: '{amount} JOD', price: 0.1 }
  expect(writeEstimate({ mailboxes: 50, mails: 40 }, german)).toEqual({
    emails: '60.000',
    cost: '6.000,00 JOD',
  })
})

test('the estimator begins with amounts that can be chosen without JavaScript', () => {
  expect(mailboxSteps).toContain(firstAmounts.mailboxes)
  expect(mailSteps).toContain(firstAmounts.mails)
  expect(Math.max(...mailboxSteps)).toBeLessThanOrEqual(largestAmounts.mailboxes)
  expect(Math.max(...mailSteps)).toBeLessThanOrEqual(largestAmounts.mails)
})

const example = exampleRisk(['a.example', 'b.example', 'c.example', 'd.example'])
const now = new Date('2026-03-01T12:00:00Z')

test('the example of the front page counts as the server does', () => {
  for (const mail of example.mails) {
    expect(mail.points_received).toBe(pointsOf(mail.threat_level, mail.is_delivered))
    // From this day to 30 days ago.
    expect(mail.points).toBeLessThanOrEqual(mail.points_received)
    expect(mail.points).toBeGreaterThanOrEqual(mail.points_received / 2)
  }
  const points = example.mails.reduce((sum, mail) => sum + mail.points, example.other_mail.points)
  expect(points).toBeCloseTo(example.points)
  expect(riskScore(scaledPoints(points, now), now)).toBeCloseTo(example.risk_score)
  const days = daysUntilBelow(bandStart.medium, points)
  expect(example.forecast).toEqual([{ band: 'low', days }])
})

test('the senders of the example are those of the content, in their order', () => {
  expect(example.mails.map((mail) => mail.sender_domain)).toEqual([
    'a.example',
    'b.example',
    'c.example',
    'd.example',
  ])
})

const header = 'From: a@b.example\nSubject: Hello\n'

/** Shapes of a pasted text, by a piece that is repeated. */
const shapes: readonly (readonly [before: string, piece: string, after?: string])[] = [
  ['', 'a'],
  ['', 'Confirm it\n'],
  ['', 'a:b\n'],
  ['', 'a:b\n \n'],
  ['', ' \n', 'x'],
  ['', `${'> '.repeat(50)}\n`],
  ['', '--\n'],
  ['', `\n${'-'.repeat(79)}\n${'-'.repeat(79)}\n${'-'.repeat(79)}x`],
  ['', 'https://host.example/ www.host.example host.com '],
  ['', 'person@host.example, '],
  ['', 'QWxsIHdvcmsgYW5kIG5v\n'],
  ['', '<p style="color:red">x</p>'],
  ['', 'نرجو تحويل المبلغ إلى حسابنا الجديد '],
  [header, ' x\n', '\nText'],
  [header, ' x\n', 'Text'],
  [header, ' \n', 'Text'],
  [header, 'X-A: b\r\n', '\r\nText'],
  [header, 'X-A: b\n', 'Text'],
  [`${header}X-A: `, 'b', '\n\nText'],
  [header, '\n', 'Text'],
  [`${header}Content-Type: text/html\n\n`, '<a href="https://h.example/">x</a>'],
  [`${header}Content-Type: text/html\n\n<img src="data:image/png;base64,`, 'iVBORw0KGgo', '">'],
]

/** Milliseconds of processor time, the least of two runs, or of one that is short. */
async function timeOf(text: string, shortMs = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 2 && least > shortMs; run += 1) {
    const began = process.threadCpuUsage()
    const mail = wholeMailIn(text)
    if (mail === undefined) await readPasted(text)
    else await readMail(await encodeText(mail))
    const { user, system } = process.threadCpuUsage(began)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

test('every shape of a long pasted text is read, in a time that grows with its length', async () => {
  for (const [before, piece, after = ''] of shapes) {
    const textOf = (length: number) =>
      before + piece.repeat(Math.ceil(length / piece.length)) + after
    const small = await timeOf(textOf(100_000))
    // Thirty times the length: a square would take 900 times as long.
    const mostMs = Math.max(small, 4) * 120
    expect(await timeOf(textOf(3_000_000), mostMs), piece).toBeLessThan(mostMs)
  }
})

test('a header that goes on for megabytes is still that of a mail', () => {
  expect(wholeMailIn(`${header}${' x\n'.repeat(3_000_000)}\nText`)).toBeDefined()
  expect(wholeMailIn(`${'a:b\n'.repeat(3_000_000)}\nText`)).toBeUndefined()
})

test('a text keeps its letters when it is encoded in parts', async () => {
  const text = `a${'😀'.repeat(1_100_000)}`
  expect(new TextDecoder().decode(await encodeText(text)) === text).toBe(true)
})

test('an address that stands in a text again and again is one link', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `https://host${at % 400}.example/`)
  const { links } = await readPasted(many.join(' '))
  expect(links).toHaveLength(400)
})

test.each([
  'From: a@b.example\nSubject: Hello\n\nText',
  '\n\nReceived: by a\r\n\tfor b\r\nFrom: a@b.example\r\n\r\nText',
  'From: Lina <a@b.example>\nSent: Monday\nTo: you\nSubject: Hello\n\nText',
])('%j is a whole mail', async (text) => {
  expect((await questionOfText(text)).kind).toBe('mail')
})

test.each([
  'Hello: this is a text',
  'Note: read this\n\nThe text',
  'We write to you\nFrom: a@b.example\n\nText',
  'https://a.example/',
])('%j is a text', async (text) => {
  expect(await questionOfText(text)).toEqual({ kind: 'text', text })
})
