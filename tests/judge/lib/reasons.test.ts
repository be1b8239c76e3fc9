import { describe, expect, test } from 'vitest'
import { judgeMail, judgeText, thresholdOf } from '../../../judge/judge.ts'
import type { Reason } from '../../../judge/judgement.ts'
import type { Knowledge } from '../../../judge/knowledge.ts'
import type { Model } from '../../../judge/model/model.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { generateMails } from '../../../training/render/mails.ts'
import { readTexts } from '../../../training/render/texts.ts'
import {
  withFile as besideFile,
  clinic,
  judge,
  type MailParts,
  makeMail,
} from '../../support/judge/mails.ts'
import { makeModel, makeTree } from '../../support/judge/model.ts'

const blank = makeModel()

function judged(parts: MailParts, model: Model = blank, knowledge: Knowledge = {}) {
  return judgeMail(makeMail(parts), knowledge, { model })
}

const page = (body: string): MailParts => ({
  type: 'text/html; charset=utf-8',
  body: `<p>Good morning Rania, here are the minutes of our meeting on Tuesday.</p>${body}`,
})
const withFile = (name: string, type = 'application/octet-stream') =>
  besideFile(
    'Good morning Rania, here are the minutes of our meeting on Tuesday.',
    name,
    type,
    'abc',
  )
const link = (target: string, text = 'the minutes') => page(`<a href="${target}">${text}</a>`)
const words = (body: string, subject = 'Minutes'): MailParts => ({ body, subject })

function against(code: Reason['code'], values = {}, place?: Reason['place']) {
  return { code, speaks: 'against', values, ...(place === undefined ? {} : { place }) }
}

describe('what a reader can see is a reason, whatever the model made of it', () => {
  const told = async (parts: MailParts) => (await judged(parts)).reasons

  test.each<[string, Reason['code'], string]>([
    ['https://bit.ly/abc', 'link_hides_its_target', 'bit.ly'],
    [`https://bit.ly/${'x'.repeat(300)}`, 'link_hides_its_target', 'bit.ly'],
    ['http://203.0.113.9/x', 'link_to_number_address', '203.0.113.9'],
    ['https://k3.web.app/x', 'link_to_free_hosting', 'k3.web.app'],
  ])('a link to %s: %s', async (href, code, target) => {
    for (const text of ['the minutes', '']) {
      const place = { part: 'link', text: (text || href).slice(0, 200) } as const
      expect(await told(link(href, text))).toEqual([against(code, { target }, place)])
    }
  })

  test.each<[string, Reason['code']]>([
    ['bill.html', 'web_page_attached'],
    ['bill.exe', 'dangerous_attachment'],
  ])('the file %s: %s', async (file, code) => {
    const place = { part: 'attachment', text: file } as const
    expect(await told(withFile(file))).toEqual([against(code, { file }, place)])
  })

  test.each<[string, Reason['code']]>([
    ['Please verify your account today.', 'asks_for_password'],
    ['Please settle the overdue bill.', 'asks_for_payment'],
    ['Your access is suspended.', 'threatens_with_loss'],
    ['You have won the lottery.', 'promises_money'],
    ['This is urgent.', 'pressing_wording'],
  ])('the text %s: %s, with its sentence', async (said, code) => {
    const place = { part: 'text', text: said } as const
    expect(await told(words(said))).toContainEqual(against(code, { words: said }, place))
  })

  test('a password in the subject, and a brand in the name of the sender', async () => {
    const said = 'Verify your account'
    expect(await told(words('Hello', said))).toMatchObject([
      { code: 'asks_for_password', place: { part: 'subject', text: said } },
    ])
    const from = 'PayPal <a@supplier.example>'
    const values = { brand: 'PayPal', domain: 'supplier.example' }
    expect(await told({ from })).toEqual([
      against('brand_name_on_foreign_domain', values, { part: 'from', text: from }),
    ])
  })

  test.each<[Reason['code'], MailParts]>([
    ['form_in_mail', page('<form action="https://x.example">')],
    ['mixed_letters', { from: 'Lеna <a@b.example>' }],
    ['mixed_letters', words('Hello', 'Pаyment')],
    ['mixed_letters', words('Your pаyment')],
    ['hidden_text', page(`<div style="display:none">${'a'.repeat(401)}</div>`)],
    ['only_a_picture', { ...page(''), body: '<img src="cid:1">' }],
  ])('%s has no place: %j', async (code, parts) => {
    expect(await told(parts)).toEqual([against(code)])
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

  test('a page that runs something is named as both', async () => {
    const { reasons } = await judged(withFile('bill.hta', 'text/html'))
    expect(reasons.map(({ code }) => code)).toEqual(['dangerous_attachment', 'web_page_attached'])
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
  const both = { ...link('https://k3.web.app/x'), subject: 'The trial is suspended' }

  test('is what its features added, so that the model orders reasons', async () => {
    const model = (feature: string) =>
      makeModel({ features: [feature], trees: [makeTree(0, 0, [0, 4])] })
    expect(await codes(both, blank)).toEqual(['link_to_free_hosting', 'threatens_with_loss'])
    expect(await codes(both, model('threatensWithLoss'))).toEqual([
      'threatens_with_loss',
      'link_to_free_hosting',
    ])
    expect(await codes(both, model('freeHostLinks'))).toEqual([
      'link_to_free_hosting',
      'threatens_with_loss',
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
    const said = 'It is urgent.'
    const { reasons } = await judged(words(said), model(0))
    expect(reasons).toEqual([
      against('pressing_wording', { words: said }, { part: 'text', text: said }),
      against('unusual_build'),
      against('unusual_wording'),
    ])
    const honest = await judged(words(said), model(20_000))
    expect(honest.level).toBe('safe')
    expect(honest.reasons.map(({ code, speaks }) => [code, speaks])).toEqual([
      ['ordinary_build', 'for'],
      ['ordinary_wording', 'for'],
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
      'asks_to_sign_in_elsewhere',
      'brand_links_elsewhere',
      'mixed_letters',
      'link_to_free_hosting',
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

const texts = readTexts()
const some = [
  ...generateMails(
    texts.filter((_, index) => index % 9 === 0),
    5,
    1,
  ),
]
const phishing = makeMail({
  from: 'PayPal Service <service@paypa1-secure.top>',
  subject: 'Your account has been limited',
  type: 'text/html; charset=utf-8',
  body: '<p>Dear customer,</p><p>we noticed unusual activity. Verify your account within 24 hours or it will be permanently closed.</p><a href="https://k3j2h4.web.app/login">Verify now</a>',
})

describe('a judgement', () => {
  test('has a score, at most six reasons, and is never malicious', async () => {
    for (const { raw } of some) {
      const { score, level, reasons, model } = await judge(raw, clinic)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
      expect(['safe', 'suspicious']).toContain(level)
      expect(reasons.length).toBeLessThanOrEqual(6)
      expect(new Set(reasons.map(({ code }) => code)).size).toBe(reasons.length)
      expect(model).toBe(shippedModel.version)
    }
  })

  test('is the same for the same mail, whatever was judged before', async () => {
    const before = await judge(phishing, clinic)
    for (const { raw } of some.slice(0, 5)) await judge(raw, clinic)
    expect(await judge(phishing, clinic)).toEqual(before)
  })

  test('names what a reader can see, and that first which speaks for the level', async () => {
    const { level, reasons } = await judge(phishing)
    expect(level).toBe('suspicious')
    const found = reasons.filter(({ speaks }) => speaks === 'against')
    expect(reasons.slice(0, found.length)).toEqual(found)
    const brand = found.find(({ code }) => code === 'brand_name_on_foreign_domain')
    expect(brand?.values).toEqual({ brand: 'PayPal', domain: 'paypa1-secure.top' })
    expect(brand?.place?.part).toBe('from')
    const asks = found.find(({ code }) => code === 'asks_for_password')
    expect(asks?.place?.text).toContain('Verify your account')
    expect(found[0]?.code).toMatch(/brand/)
  })

  test('follows how many honest mails may be marked', async () => {
    const strict = thresholdOf(shippedModel, 1)
    expect(strict).toBeGreaterThan(thresholdOf(shippedModel, 10))
    expect(thresholdOf(shippedModel, 0)).toBe(strict)
    const { score } = await judge(phishing)
    const level = async (perThousand: number) =>
      (await judgeMail(phishing, {}, { model: shippedModel, perThousand })).level
    expect(await level(20)).toBe(score >= thresholdOf(shippedModel, 20) ? 'suspicious' : 'safe')
  })

  test('of a pasted text says what could not be checked', async () => {
    const options = { model: shippedModel }
    const text = 'Your parcel is on hold. Verify your account within 24 hours: https://k3.web.app/x'
    const { reasons, unread } = await judgeText(text, {}, options)
    expect(unread).toContain('authentication')
    expect(reasons.map(({ code }) => code)).toContain('link_to_free_hosting')
  })

  test('pauses between its steps where the caller wants it', async () => {
    let pauses = 0
    const pause = async () => {
      pauses += 1
    }
    await judgeMail(phishing, {}, { model: shippedModel, pause })
    expect(pauses).toBeGreaterThanOrEqual(3)
  })
})

test('attacks of the training score higher than its ordinary mails', async () => {
  const scores = { attack: 0, ordinary: 0 }
  const counts = { attack: 0, ordinary: 0 }
  for (const { raw, label } of some) {
    scores[label] += (await judge(raw)).score
    counts[label] += 1
  }
  expect(scores.attack / counts.attack).toBeGreaterThan(0.8)
  expect(scores.ordinary / counts.ordinary).toBeLessThan(0.2)
})
