import { describe, expect, test } from 'vitest'
import { judgeMail } from '../../../judge/judge.ts'
import type { Reason } from '../../../judge/judgement.ts'
import type { Knowledge } from '../../../judge/knowledge.ts'
import type { Model } from '../../../judge/model/model.ts'
import { clinic, type MailParts, makeMail } from '../../support/judge/mails.ts'
import { makeModel, makeTree } from '../../support/judge/model.ts'

const blank = makeModel()

function judged(parts: MailParts, model: Model = blank, knowledge: Knowledge = {}) {
  return judgeMail(makeMail(parts), knowledge, { model })
}

const page = (body: string): MailParts => ({
  type: 'text/html; charset=utf-8',
  body: `<p>Good morning Rania, here are the minutes of our meeting on Tuesday.</p>${body}`,
})
const withFile = (name: string, type = 'application/octet-stream'): MailParts => ({
  type: 'multipart/mixed; boundary=b',
  body: `--b\nContent-Type: text/plain\n\nGood morning Rania, here are the minutes of our meeting on Tuesday.\n--b\nContent-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\n\nabc\n--b--`,
})
const link = (target: string, text = 'the minutes') => page(`<a href="${target}">${text}</a>`)
const words = (body: string, subject = 'Minutes'): MailParts => ({ body, subject })
const long = 'x'.repeat(300)

describe('what a reader can see is a reason, whatever the model made of it', () => {
  test.each<[string, MailParts, Reason['code'], Reason['values'], Reason['place']]>([
    [
      'a brand',
      { from: 'PayPal <a@supplier.example>' },
      'brand_name_on_foreign_domain',
      { brand: 'paypal', domain: 'supplier.example' },
      { part: 'from', text: 'PayPal <a@supplier.example>' },
    ],
    [
      'a short link',
      link('https://bit.ly/abc'),
      'link_hides_its_target',
      { target: 'bit.ly' },
      { part: 'link', text: 'the minutes' },
    ],
    [
      'a short link without a text',
      link('https://bit.ly/abc', ''),
      'link_hides_its_target',
      { target: 'bit.ly' },
      { part: 'link', text: 'https://bit.ly/abc' },
    ],
    [
      'a long link without a text',
      link(`https://bit.ly/${long}`, ''),
      'link_hides_its_target',
      { target: 'bit.ly' },
      { part: 'link', text: `https://bit.ly/${long}`.slice(0, 200) },
    ],
    [
      'a number as host',
      link('http://203.0.113.9/x'),
      'link_to_number_address',
      { target: '203.0.113.9' },
      { part: 'link', text: 'the minutes' },
    ],
    [
      'free hosting',
      link('https://k3.web.app/x'),
      'link_to_free_hosting',
      { target: 'k3.web.app' },
      { part: 'link', text: 'the minutes' },
    ],
    ['a form', page('<form action="https://x.example">'), 'form_in_mail', {}, undefined],
    [
      'an attached page',
      withFile('bill.html'),
      'web_page_attached',
      { file: 'bill.html' },
      { part: 'attachment', text: 'bill.html' },
    ],
    [
      'a program',
      withFile('bill.exe'),
      'dangerous_attachment',
      { file: 'bill.exe' },
      { part: 'attachment', text: 'bill.exe' },
    ],
    ['mixed letters in the name', { from: 'Lеna <a@b.example>' }, 'mixed_letters', {}, undefined],
    ['mixed letters in the subject', words('Hello', 'Pаyment'), 'mixed_letters', {}, undefined],
    ['mixed letters in the text', words('Your pаyment'), 'mixed_letters', {}, undefined],
    [
      'hidden text',
      page(`<div style="display:none">${'a'.repeat(401)}</div>`),
      'hidden_text',
      {},
      undefined,
    ],
    [
      'a picture alone',
      { ...page(''), body: '<img src="cid:1">' },
      'only_a_picture',
      {},
      undefined,
    ],
    [
      'a password',
      words('Please verify your account today.'),
      'asks_for_password',
      { words: 'verify your account' },
      { part: 'text', text: 'verify your account' },
    ],
    [
      'a password in the subject',
      words('Hello', 'Verify your account'),
      'asks_for_password',
      { words: 'Verify your account' },
      { part: 'subject', text: 'Verify your account' },
    ],
    [
      'a payment',
      words('Please settle the overdue bill.'),
      'asks_for_payment',
      { words: 'Please settle the overdue bill.' },
      { part: 'text', text: 'Please settle the overdue bill.' },
    ],
    [
      'a threat',
      words('Your access is suspended.'),
      'threatens_with_loss',
      { words: 'suspended' },
      { part: 'text', text: 'suspended' },
    ],
    [
      'a prize',
      words('You have won the lottery.'),
      'promises_money',
      { words: 'You have won' },
      { part: 'text', text: 'You have won' },
    ],
    [
      'haste',
      words('This is urgent.'),
      'pressing_wording',
      { words: 'urgent' },
      { part: 'text', text: 'urgent' },
    ],
  ])('%s', async (_, parts, code, values, place) => {
    const { reasons } = await judged(parts)
    const expected = { code, speaks: 'against', values, ...(place === undefined ? {} : { place }) }
    expect(reasons).toEqual([expected])
  })

  test.each<[string, MailParts]>([
    ['a plain mail', {}],
    ['a brand from its own domain', { from: 'PayPal <a@paypal.com>' }],
    ['a link to the sender', link('https://supplier.example/x')],
    ['a file', withFile('minutes.txt')],
    ['little hidden text', page(`<div style="display:none">${'a'.repeat(400)}</div>`)],
    [
      'hidden text as long as what is seen',
      { ...page(''), body: `<p>${'a'.repeat(500)}</p><div hidden>${'b'.repeat(500)}</div>` },
    ],
    ['a picture beside a text', page('<img src="cid:1">')],
  ])('and nothing else is: %s', async (_, parts) => {
    expect((await judged(parts)).reasons).toEqual([])
  })

  test('a page that runs something is named once', async () => {
    const { reasons } = await judged(withFile('bill.hta', 'text/html'))
    expect(reasons.map(({ code }) => code)).toEqual(['web_page_attached'])
  })

  test('a long sender is cut', async () => {
    const name = `PayPal ${'x'.repeat(190)}`
    const { reasons } = await judged({ from: `${name} <a@supplier.example>` })
    expect(reasons[0]?.place?.text).toBe(`${name} <a@`.slice(0, 200))
  })
})

describe('the strength of a reason', () => {
  const codes = async (parts: MailParts, model: Model) =>
    (await judged(parts, model)).reasons.map(({ code }) => code)
  const both = { ...link('https://k3.web.app/x'), subject: 'Urgent' }

  test('is what its features added, so that the model orders reasons', async () => {
    const model = (feature: string) =>
      makeModel({ features: [feature], trees: [makeTree(0, 0, [0, 4])] })
    expect(await codes(both, blank)).toEqual(['link_to_free_hosting', 'pressing_wording'])
    expect(await codes(both, model('presses'))).toEqual([
      'pressing_wording',
      'link_to_free_hosting',
    ])
    expect(await codes(both, model('freeHostLinks'))).toEqual([
      'link_to_free_hosting',
      'pressing_wording',
    ])
  })

  test.each<[string, MailParts, string]>([
    ['senderBrand', { from: 'PayPal <a@supplier.example>' }, 'brand_name_on_foreign_domain'],
    ['senderBrandForeign', { from: 'PayPal <a@supplier.example>' }, 'brand_name_on_foreign_domain'],
    ['shortLinks', link('https://bit.ly/abc'), 'link_hides_its_target'],
    ['numberLinks', link('http://203.0.113.9/x'), 'link_to_number_address'],
    ['freeHostLinks', link('https://k3.web.app/x'), 'link_to_free_hosting'],
    ['forms', page('<form>'), 'form_in_mail'],
    ['passwordFields', page('<form><input type="password">'), 'form_in_mail'],
    ['pagesAttached', withFile('a.html'), 'web_page_attached'],
    ['dangerousFiles', withFile('a.exe'), 'dangerous_attachment'],
    ['twoEndings', withFile('a.pdf.exe'), 'dangerous_attachment'],
    ['senderNameMixed', { from: 'Lеna <a@b.example>' }, 'mixed_letters'],
    ['subjectMixed', { subject: 'Pаyment' }, 'mixed_letters'],
    ['textMixed', words('Your pаyment'), 'mixed_letters'],
    ['hiddenShare', page(`<div hidden>${'a'.repeat(500)}</div>`), 'hidden_text'],
    ['onlyPictures', { ...page(''), body: '<img src="cid:1">' }, 'only_a_picture'],
    ['asksForPassword', words('verify your account'), 'asks_for_password'],
  ])('is told once: %s', async (feature, parts, code) => {
    // The rest of the shares would be a reason of its own.
    const model = makeModel({ features: [feature], trees: [makeTree(0, 0, [-3, 3])] })
    expect(await codes(parts, model)).toEqual([code])
  })

  test('of all else is that of the build and of the wording, after what can be pointed at', async () => {
    const model = (limit: number) =>
      makeModel({
        features: ['letters', 'wording', 'links'],
        trees: [
          makeTree(0, limit, [-4, 4]),
          makeTree(1, limit - 1, [-3, 3]),
          makeTree(2, 0, [1, 0]),
        ],
      })
    const { reasons } = await judged(words('It is urgent.'), model(0))
    expect(reasons).toEqual([
      {
        code: 'pressing_wording',
        speaks: 'against',
        values: { words: 'urgent' },
        place: { part: 'text', text: 'urgent' },
      },
      { code: 'unusual_build', speaks: 'against', values: {} },
      { code: 'unusual_wording', speaks: 'against', values: {} },
    ])
    const honest = await judged(words('It is urgent.'), model(20_000))
    expect(honest.level).toBe('safe')
    expect(honest.reasons.map(({ code, speaks }) => [code, speaks])).toEqual([
      ['ordinary_build', 'for'],
      ['ordinary_wording', 'for'],
      ['pressing_wording', 'against'],
    ])
  })

  test('is at least 0.15, and that of what cannot be pointed at counts by six tenths', async () => {
    const model = (share: number) =>
      makeModel({ features: ['letters'], trees: [makeTree(0, 0, [-share, share])] })
    expect(await codes({}, model(0.24))).toEqual([])
    expect(await codes({}, model(0.26))).toEqual(['unusual_build'])
  })

  test('decides which six are told', async () => {
    const { reasons } = await judged({
      ...page(
        '<form><a href="https://bit.ly/1">a</a><a href="https://k3.web.app/x">b</a><a href="http://203.0.113.9/">c</a>',
      ),
      from: 'PayPal <a@supplier.example>',
      subject: 'Urgent: verify your account, pаyment',
    })
    expect(reasons.map(({ code }) => code)).toEqual([
      'link_to_number_address',
      'brand_name_on_foreign_domain',
      'mixed_letters',
      'link_to_free_hosting',
      'form_in_mail',
      'link_hides_its_target',
    ])
  })
})

describe('a score', () => {
  test('of the threshold itself marks a mail', async () => {
    const model = makeModel({ thresholds: [{ perThousand: 10, score: 0.5 }] })
    expect(await judged({}, model)).toMatchObject({ score: 0.5, level: 'suspicious' })
    const stricter = makeModel({ thresholds: [{ perThousand: 10, score: 0.500001 }] })
    expect((await judged({}, stricter)).level).toBe('safe')
  })

  test('is bounded, so that knowledge can still move it', async () => {
    const sure = makeModel({ base: 100 })
    expect((await judged({}, sure)).score).toBe(0.999999)
    const authentication = { dmarc: 'pass' }
    const own = { domains: ['clinic.example'], authentication }
    const { score } = await judged({ from: 'Omar <omar@clinic.example>' }, sure, own)
    expect(score).toBeLessThan(0.99999)
    expect((await judged({}, makeModel({ base: -100 }))).score).toBe(0.000001)
  })

  test('of a proven colleague is far lower than the same text of a stranger', async () => {
    const authentication = { dmarc: 'pass' }
    const text = words('Please look at the plan.')
    const colleague = { ...text, from: 'Omar Haddad <omar@clinic.example>' }
    const { score } = await judged(colleague, blank, { ...clinic, authentication })
    expect(score).toBeLessThan(0.06)
  })

  test('says what was not checked, once', async () => {
    expect((await judged({})).unread).toEqual(['authentication'])
    const knowledge = { authentication: { spf: 'pass' } }
    expect((await judged({}, blank, knowledge)).unread).toEqual([])
  })
})
