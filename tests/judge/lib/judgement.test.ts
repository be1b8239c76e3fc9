import { describe, expect, test } from 'vitest'
import { judgeMail, judgeText, thresholdOf } from '../../../judge/judge.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { generateMails } from '../../../training/render/mails.ts'
import { readTexts } from '../../../training/render/texts.ts'
import { clinic, judge, makeMail } from '../../support/judge/mails.ts'

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
