import { expect, test } from 'vitest'
import { judgeReadMail } from '../../../judge/judge.ts'
import type { Judgement } from '../../../judge/judgement.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { adviceOf } from '../../../judge/reasons/advice.ts'
import type { ReasonCode } from '../../../judge/reasons/codes.ts'
import { findingsOf } from '../../../src/lib/public-page/try/unchecked.ts'
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
