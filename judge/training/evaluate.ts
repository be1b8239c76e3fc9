import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { seenText } from '../features/text.ts'
import { plainWords } from '../features/words.ts'
import { judgeMail, thresholdOf } from '../judge.ts'
import { interval } from '../model/intervals.ts'
import { shippedModel } from '../model/shipped.ts'
import { readMail } from '../read/read-mail.ts'
import { groupsOf, signatureOf } from './near-duplicates.ts'
import { Random } from './random.ts'
import { type MailFile, readMails } from './read-mails.ts'

const usage = `Usage: npm run evaluate -- --phishing <folder or mbox> --ordinary <folder or mbox> [--url <address of Aman> --key <gateway key>] [--json <file>]
Measures the judge on mail of yours; nothing leaves this machine without --url.`

const splits = 20

interface Judged {
  readonly name: string
  readonly isAttack: boolean
  readonly score: number
  readonly level: string
  readonly reasons: readonly string[]
  readonly language: string
  readonly year: string
  readonly milliseconds: number
  readonly group: number
}

async function evaluate(): Promise<void> {
  const { values } = parseArgs({
    options: {
      phishing: { type: 'string' },
      ordinary: { type: 'string' },
      url: { type: 'string' },
      key: { type: 'string' },
      json: { type: 'string' },
    },
  })
  const { phishing, ordinary, url, key, json } = values
  if (phishing === undefined || ordinary === undefined)
    throw new Error('Name phishing and ordinary mail')
  if (url !== undefined && key === undefined)
    throw new Error('--url needs --key, a key with the scope analyse')
  const ask = url === undefined ? askHere : (mail: MailFile) => askServer(url, key ?? '', mail)
  const files = [
    ...readMails(phishing).map((mail) => ({ ...mail, isAttack: true })),
    ...readMails(ordinary).map((mail) => ({ ...mail, isAttack: false })),
  ]
  const signatures: Uint32Array[] = []
  const judged: Omit<Judged, 'group'>[] = []
  for (const mail of files) {
    const read = await readMail(mail.raw)
    const text = seenText(read)
    signatures.push(signatureOf(plainWords(text)))
    const date = read.headers.find((it) => it.key === 'date')?.value ?? ''
    const language = /\p{Script=Arabic}{3}/u.test(text) ? 'ar' : 'other'
    const year = /\b(?:19|20)\d\d\b/.exec(date)?.[0] ?? 'unknown'
    judged.push({ name: mail.name, isAttack: mail.isAttack, language, year, ...(await ask(mail)) })
  }
  const groups = groupsOf(signatures)
  const all: Judged[] = judged.map((it, at) => ({ ...it, group: groups[at] ?? at }))
  // One of each near-duplicate, so that a campaign counts once.
  const mails = all.filter(({ group }, at) => groups.indexOf(group) === at)
  const result = {
    model: shippedModel.version,
    mails: mails.length,
    duplicates: all.length - mails.length,
    ...measure(mails),
  }
  console.log(JSON.stringify(result, null, 2))
  if (json !== undefined)
    writeFileSync(json, `${JSON.stringify({ ...result, each: all }, null, 1)}\n`)
}

async function askHere({ raw }: MailFile) {
  const began = process.threadCpuUsage()
  const { score, level, reasons } = await judgeMail(raw, {}, { model: shippedModel })
  const used = process.threadCpuUsage(began)
  return {
    score,
    level,
    reasons: reasons.map(({ code }) => code),
    milliseconds: (used.user + used.system) / 1000,
  }
}

const answerSchema = v.object({
  score: v.number(),
  threat_level: v.string(),
  reasons: v.array(v.object({ code: v.string() })),
})

async function askServer(url: string, key: string, { name, raw }: MailFile) {
  const began = performance.now()
  const response = await fetch(new URL('/api/analyses', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' },
    body: Buffer.from(raw),
  })
  if (!response.ok)
    throw new Error(`${name}: the server answered ${response.status}: ${await response.text()}`)
  const { score, threat_level, reasons } = v.parse(answerSchema, await response.json())
  return {
    score,
    level: threat_level,
    reasons: reasons.map(({ code }) => code),
    milliseconds: performance.now() - began,
  }
}

function measure(mails: readonly Judged[]) {
  const shipped = thresholdOf(shippedModel, 10)
  const times = mails.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  const by = (field: 'language' | 'year') =>
    Object.fromEntries(
      [...new Set(mails.map((it) => it[field]))].toSorted().map((value) => [
        value,
        atThreshold(
          mails.filter((it) => it[field] === value),
          shipped,
        ),
      ]),
    )
  return {
    atShippedThreshold: { score: shipped, ...atThreshold(mails, shipped) },
    atOnePercent: atShare(mails, 0.01),
    atOnePerMille: atShare(mails, 0.001),
    byLanguage: by('language'),
    byYear: by('year'),
    milliseconds: { median: round(quantile(times, 0.5)), p99: round(quantile(times, 0.99)) },
  }
}

const round = (value: number) => Math.round(value * 1e4) / 1e4
const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0

function atThreshold(mails: readonly Judged[], threshold: number) {
  const share = (of: readonly Judged[]) => {
    const hits = of.filter(({ score }) => score >= threshold).length
    return {
      share: of.length === 0 ? null : round(hits / of.length),
      hits,
      of: of.length,
      interval: interval(hits, of.length).map(round),
    }
  }
  return {
    recall: share(mails.filter(({ isAttack }) => isAttack)),
    falsePositives: share(mails.filter(({ isAttack }) => !isAttack)),
  }
}

/** The threshold from one half of the ordinary mails, measured on the other: means of seeded splits. */
function atShare(mails: readonly Judged[], share: number) {
  const ordinary = mails.filter(({ isAttack }) => !isAttack)
  const attacks = mails.filter(({ isAttack }) => isAttack)
  const found = Array.from({ length: splits }, (_, seed) => {
    const order = [...ordinary]
    new Random(seed).shuffle(order)
    const half = Math.floor(order.length / 2)
    const scores = order
      .slice(0, half)
      .map(({ score }) => score)
      .toSorted((a, b) => b - a)
    const threshold = scores[Math.floor(half * share)] ?? 1
    const above = (of: readonly Judged[]) => of.filter(({ score }) => score > threshold).length
    return {
      recall: above(attacks) / attacks.length,
      falsePositives: above(order.slice(half)) / (order.length - half),
    }
  })
  const mean = (of: (it: (typeof found)[number]) => number) =>
    round(found.reduce((sum, it) => sum + of(it), 0) / splits)
  const recall = mean((it) => it.recall)
  return {
    recall,
    interval: interval(Math.round(recall * attacks.length), attacks.length).map(round),
    falsePositives: mean((it) => it.falsePositives),
    ...(ordinary.length * share < 5 ? { note: 'too few ordinary mails for this share' } : {}),
  }
}

try {
  await evaluate()
} catch (cause) {
  console.error(`${cause instanceof Error ? cause.message : String(cause)}\n${usage}`)
  process.exitCode = 1
}
