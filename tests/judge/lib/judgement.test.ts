import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseWords } from '../../../contract/core/words/parse-words.ts'
import { judgeMail, judgeText, thresholdOf } from '../../../judge/judge.ts'
import { isFreeMail } from '../../../judge/lists/lists.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { reasonCodes } from '../../../judge/reasons/codes.ts'
import { Random } from '../../../judge/training/random.ts'
import { generateMails } from '../../../judge/training/render/mails.ts'
import { readTexts } from '../../../judge/training/render/texts.ts'
import { clinic, judge, makeMail } from '../../support/judge/mails.ts'

const judgeRoom = join(import.meta.dirname, '../../../judge')
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

describe('a judgement', { tags: ['A1280'] }, () => {
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
    expect(brand?.values).toEqual({ brand: 'paypal', domain: 'paypa1-secure.top' })
    expect(brand?.place?.part).toBe('from')
    const asks = found.find(({ code }) => code === 'asks_for_password')
    expect(asks?.place).toEqual({ part: 'text', text: 'Verify your account' })
    expect(found.at(-1)?.code).toMatch(/^unusual_/)
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

  test('of a pasted text says what could not be checked', { tags: ['A1283'] }, async () => {
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

test('attacks of the training score higher than its ordinary mails', {
  tags: ['A1286'],
}, async () => {
  const scores = { attack: 0, ordinary: 0 }
  const counts = { attack: 0, ordinary: 0 }
  for (const { raw, label } of some) {
    scores[label] += (await judge(raw)).score
    counts[label] += 1
  }
  expect(scores.attack / counts.attack).toBeGreaterThan(0.8)
  expect(scores.ordinary / counts.ordinary).toBeLessThan(0.2)
})

test('a mail that was changed at random still gets an answer', { tags: ['A1282'] }, async () => {
  const random = new Random(11)
  const sources = some.map(({ raw }) => raw)
  for (let count = 0; count < 2000; count += 1) {
    const source = sources[count % sources.length] ?? phishing
    const bytes = Uint8Array.from(source)
    for (let change = 0; change < 30; change += 1) {
      bytes[Math.floor(random.next() * bytes.length)] = Math.floor(random.next() * 256)
    }
    const from = Math.floor(random.next() * bytes.length)
    const cut = random.next() < 0.3 ? bytes.subarray(from) : bytes
    const { score } = await judge(cut)
    expect(score >= 0 && score <= 1).toBe(true)
  }
})

test('time grows with the length of a mail, and not with its square', {
  tags: ['A1282'],
}, async () => {
  const shapes: readonly ((length: number) => string)[] = [
    (length) => '<div>'.repeat(length / 5),
    (length) => '<a href="https://x.example/">https://y.example '.repeat(length / 46),
    (length) => 'a'.repeat(length),
    (length) => '=3D'.repeat(length / 3),
    (length) => 'www.'.repeat(length / 4),
    (length) => 'password is IBAN JO94 '.repeat(length / 22),
    (length) => '--b\n'.repeat(length / 4),
    (length) => `${'> '.repeat(50)}\n`.repeat(length / 101),
    (length) => 'please keep the new bank account of our list '.repeat(length / 45),
    (length) => 'نرجو تحويل المبلغ إلى حسابنا الجديد '.repeat(length / 36),
  ]
  const timeOf = async (mail: Uint8Array) => {
    const times: number[] = []
    for (let run = 0; run < 3; run += 1) {
      const began = process.threadCpuUsage()
      await judge(mail, clinic)
      const { user, system } = process.threadCpuUsage(began)
      times.push((user + system) / 1000)
    }
    return Math.min(...times)
  }
  await judge(phishing)
  for (const shape of shapes) {
    for (const type of ['text/html', 'text/plain']) {
      const small = await timeOf(makeMail({ type, body: shape(100_000) }))
      const large = await timeOf(makeMail({ type, body: shape(5_000_000) }))
      // Fifty times the length: a square would take 2,500 times as long.
      expect(large).toBeLessThan(Math.max(small, 4) * 200)
    }
  }
})

describe('the room', { tags: ['A1287'] }, () => {
  const files = readdirSync(judgeRoom, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.startsWith('training'),
  )

  test('uses nothing that only Node.js or only a browser has', () => {
    expect(files.length).toBeGreaterThan(15)
    for (const file of files) {
      const content = readFileSync(join(judgeRoom, file), 'utf8')
      expect(content, file).not.toMatch(
        /from 'node:|\bBuffer\b|\bprocess\.|\bwindow\b|\bdocument\b/,
      )
      expect(content, file).not.toMatch(/from '\.\.\/(?:\.\.\/)?(?:server|contract|src)\//)
    }
  })

  test('has a model of at most 300 kB', () => {
    expect(statSync(join(judgeRoom, 'model/model.json')).size).toBeLessThanOrEqual(300_000)
  })

  test('takes hardly any other domain for a free provider', () => {
    const random = new Random(3)
    const wrong = Array.from(
      { length: 20_000 },
      () => `${random.next().toString(36).slice(2)}.example`,
    )
    expect(wrong.filter(isFreeMail).length).toBeLessThanOrEqual(20)
    expect(['gmail.com', 'outlook.com', 'yahoo.com', 'mailinator.com'].every(isFreeMail)).toBe(true)
  })
})

test('each reason has words in both languages', { tags: ['A1288'] }, () => {
  const file = join(import.meta.dirname, '../../../judge/reasons/judge-reasons.words.yaml')
  const words = parseWords(file, readFileSync(file, 'utf8'))
  expect([...words.keys()].toSorted()).toEqual(reasonCodes.toSorted())
})

test('each reason against a mail has words for what a mail filter reports', {
  tags: ['A1288'],
}, () => {
  const file = join(import.meta.dirname, '../../../server/emails/sentences/judged.words.yaml')
  const words = parseWords(file, readFileSync(file, 'utf8'))
  const inFavour = ['known_correspondent', 'authentication_passed']
  const against = reasonCodes.filter((it) => !/^ordinary_/.test(it) && !inFavour.includes(it))
  const expected = [...against.map((it) => `judge_${it}`), 'judge_marks']
  expect([...words.keys()].toSorted()).toEqual(expected.toSorted())
})
