import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { seenText } from '../judge/features/text.ts'
import { plainWords } from '../judge/features/words.ts'
import { judgeMail, thresholdOf } from '../judge/judge.ts'
import { emptyLayer } from '../judge/learn/layer.ts'
import { judgingLayer, tableOf } from '../judge/learn/shift.ts'
import type { Vector } from '../judge/learn/vector.ts'
import { shippedModel } from '../judge/model/shipped.ts'
import { readMail } from '../judge/read/read-mail.ts'
import { type Amount, type LearningMail, measureLearning } from './measure/learning.ts'
import { groupsOf, signatureOf } from './near-duplicates.ts'
import { type MailFile, readMails } from './read-mails.ts'
import { recallAt, round, type Scored, shareOf } from './shares.ts'

const usage = `Usage: npm run evaluate -- --phishing <folder or mbox> --ordinary <folder or mbox> [--learn <ordinary mails,marks> [--hostile <marks>]] [--url <address of Aman> --key <gateway key>] [--json <file>]
Measures the judge on mail of yours; nothing leaves this machine without --url. --learn, which may stand several times, measures later mail with what the first mails teach.`

interface Judged extends Scored, LearningMail {
  readonly name: string
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
      learn: { type: 'string', multiple: true, default: [] },
      hostile: { type: 'string', default: '0' },
    },
  })
  const { phishing, ordinary, url, key, json } = values
  const amounts = values.learn.map(amountOf)
  const hostile = Number(v.parse(wholeNumber, values.hostile))
  if (phishing === undefined || ordinary === undefined)
    throw new Error('Name phishing and ordinary mail')
  if (url !== undefined && key === undefined)
    throw new Error('--url needs --key, a key with the scope analyse')
  if (url !== undefined && amounts.length > 0) throw new Error('--learn measures without --url')
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
    judged.push({
      ...{ name: mail.name, isAttack: mail.isAttack, language, year },
      ...{ sender: read.from.address, time: Date.parse(date) },
      ...(await ask(mail)),
    })
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
    ...(amounts.length > 0 && {
      learning: amounts.map((amount) => measureLearning(mails, amount, hostile)),
    }),
  }
  console.log(JSON.stringify(result, null, 2))
  if (json !== undefined)
    writeFileSync(json, `${JSON.stringify({ ...result, each: all.map(withoutVector) }, null, 1)}\n`)
}

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,7}$/, 'Write whole numbers: --learn 200,20'))

function amountOf(text: string): Amount {
  const [ordinary, marks] = text.split(',')
  const read = (it: string | undefined) => Number(v.parse(wholeNumber, it ?? ''))
  return { ordinary: read(ordinary), marks: read(marks) }
}

function withoutVector({ vector: _vector, ...mail }: Judged): Omit<Judged, 'vector'> {
  return mail
}

const nothingLearnt = tableOf(emptyLayer())

async function askHere({ raw }: MailFile) {
  let vector: Vector = new Uint16Array()
  const layer = judgingLayer(nothingLearnt, (it) => {
    vector = it
  })
  const began = process.threadCpuUsage()
  const { score, level, reasons } = await judgeMail(raw, {}, { model: shippedModel, layer })
  const used = process.threadCpuUsage(began)
  return {
    score,
    level,
    vector,
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
    vector: new Uint16Array(),
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
    atOnePercent: recallAt(mails, 0.01),
    atOnePerMille: recallAt(mails, 0.001),
    byLanguage: by('language'),
    byYear: by('year'),
    milliseconds: { median: round(quantile(times, 0.5)), p99: round(quantile(times, 0.99)) },
  }
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0

function atThreshold(mails: readonly Judged[], threshold: number) {
  const share = (of: readonly Judged[]) =>
    shareOf(of.filter(({ score }) => score >= threshold).length, of.length)
  return {
    recall: share(mails.filter(({ isAttack }) => isAttack)),
    falsePositives: share(mails.filter(({ isAttack }) => !isAttack)),
  }
}

try {
  await evaluate()
} catch (cause) {
  console.error(`${cause instanceof Error ? cause.message : String(cause)}\n${usage}`)
  process.exitCode = 1
}
