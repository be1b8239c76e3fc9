import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { HeldOutSet, Results } from '../judge/model/results.ts'
import { readExamples } from './examples.ts'
import { crossValidate, isMeasured, type Trained } from './measure/cross-validate.ts'
import { kindsOf } from './measure/kinds.ts'
import { type Rspamd, startRspamd } from './measure/rspamd.ts'
import { type Compared, measureGroup, rangesOf } from './measure/summary.ts'
import { withTables } from './measure/tables.ts'
import { shareOf } from './shares.ts'
import { isOwnText, isSpamAssassin } from './sources.ts'
import { storeThresholds } from './store-model.ts'
import { thresholdsOf } from './thresholds.ts'
import { trainingMails } from './training-mails.ts'
import { weightOf } from './weights.ts'

const parts = 5
/** Which kinds stand together moves the figures more than chance within a partition. */
const partitions = 3
/** A mail filter reads a pasted text as a mail that says no more. */
const plainText = Buffer.from('Content-Type: text/plain; charset=utf-8\r\n\r\n')
const resultsFile = join(import.meta.dirname, '../judge/model/results.json')
const card = join(import.meta.dirname, '../docs/judge.md')

async function readTrainingMails(): Promise<Trained[]> {
  const read = await Array.fromAsync(readExamples(trainingMails(), weightOf))
  const kinds = kindsOf(read)
  return read.map(({ mail, example }, at) => ({ mail, example, kind: kinds[at] ?? mail.family }))
}

async function scoreTrained(all: readonly Trained[]): Promise<number[][]> {
  const ours: number[][] = []
  for (let partition = 0; partition < partitions; partition += 1) {
    ours.push(await crossValidate(all, parts, partition))
  }
  return ours
}

async function compareTrained(
  all: readonly Trained[],
  ours: readonly (readonly number[])[],
  rspamd: Rspamd,
) {
  // Parts that were removed for the judge, because they tell the collection, may help rspamd.
  const measured = all.filter(isMeasured)
  const theirs = await rspamd.check(measured.map(({ mail }) => mail.original ?? mail.raw))
  console.log(`rspamd ${rspamd.version} has checked ${theirs.length} mails.`)
  const isOrdinary = measured.map(({ mail }) => mail.label === 'ordinary')
  const thresholds = thresholdsOf(
    ours.flatMap((scores) => scores.filter((_, at) => isOrdinary[at])),
  )
  const mark = thresholds.find(({ perThousand }) => perThousand === 10)?.score ?? 1
  const compared = measured.map(
    ({ mail }, at): Compared => ({
      mail,
      judge: ours
        .map((scores) => scores[at] ?? 0)
        .map((score) => ({ score, isMarked: score >= mark })),
      rspamd: theirs.slice(at, at + 1),
    }),
  )
  return { compared, thresholds }
}

/** A curve of one partition, so that it can be measured again within minutes. */
async function measureLearning(all: readonly Trained[], scores: readonly number[]) {
  const { measureCurve } = await import('./measure/learning-curve.ts')
  return measureCurve(all, scores)
}

async function measureHeldOut(rspamd: Rspamd): Promise<Results['heldOut']> {
  // Loaded only now, because it loads the model with its thresholds.
  const { heldOutMails, isMarked } = await import('./measure/held-out.ts')
  const sets = heldOutMails()
  const measure = async (name: HeldOutSet) => {
    const mails = sets[name]
    const ours = await Promise.all(mails.map(isMarked))
    const theirs = await rspamd.check(
      mails.map(({ raw, isPasted }) => (isPasted === true ? Buffer.concat([plainText, raw]) : raw)),
    )
    return {
      texts: new Set(mails.map(({ id }) => id.replace(/\/\d+$/, ''))).size,
      judge: shareOf(ours.filter(Boolean).length, mails.length),
      rspamd: shareOf(theirs.filter((it) => it.isMarked).length, mails.length),
    }
  }
  return {
    compromiseEnglish: await measure('compromiseEnglish'),
    compromiseArabic: await measure('compromiseArabic'),
    business: await measure('business'),
    newKindsEnglish: await measure('newKindsEnglish'),
    newKindsArabic: await measure('newKindsArabic'),
    knownKindsEnglish: await measure('knownKindsEnglish'),
    knownKindsArabic: await measure('knownKindsArabic'),
    ordinaryEnglish: await measure('ordinaryEnglish'),
    ordinaryArabic: await measure('ordinaryArabic'),
    pastedEnglish: await measure('pastedEnglish'),
    pastedArabic: await measure('pastedArabic'),
    pastedOrdinary: await measure('pastedOrdinary'),
  }
}

async function measureAll(): Promise<Results> {
  await using rspamd = await startRspamd()
  const trained = await readTrainingMails()
  const ours = await scoreTrained(trained)
  const { compared, thresholds } = await compareTrained(trained, ours, rspamd)
  const model = storeThresholds(thresholds)
  const texts = trained.filter(({ mail }) => isOwnText(mail))
  return {
    measured: new Date().toISOString().slice(0, 10),
    model,
    rspamd: rspamd.version,
    parts,
    partitions,
    kinds: new Set(texts.map(({ kind }) => kind)).size,
    crossValidation: {
      all: measureGroup(compared, 'all'),
      spamAssassin: measureGroup(compared, 'spamAssassin'),
      texts: measureGroup(compared, 'texts'),
      english: measureGroup(compared, 'english'),
      arabic: measureGroup(compared, 'arabic'),
    },
    calibration: rangesOf(compared),
    heldOut: await measureHeldOut(rspamd),
    learning: await measureLearning(trained, ours[0] ?? []),
  }
}

/** The committed results with another curve: after a change of `judge/learn/`, without rspamd. */
async function measureLearningAlone(): Promise<Results> {
  const stored: Results = JSON.parse(readFileSync(resultsFile, 'utf8'))
  const trained = await readTrainingMails()
  const isOld = (it: Trained) => isMeasured(it) && isSpamAssassin(it.mail)
  const scores = await crossValidate(trained, parts, 0, isOld)
  return { ...stored, learning: await measureLearning(trained, scores) }
}

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
if (only !== undefined && only !== 'learning')
  throw new Error('Only the curve is measured by itself: npm run measure -- --only learning')
const results = only === undefined ? await measureAll() : await measureLearningAlone()
// Intervals on one line, as the formatter has them.
const json = JSON.stringify(results, null, 2).replace(/\[\s+([\d.]+),\s+([\d.]+)\s+\]/g, '[$1, $2]')
writeFileSync(resultsFile, `${json}\n`)
writeFileSync(card, withTables(readFileSync(card, 'utf8'), results))
console.log(`Written: ${resultsFile} and the tables of ${card}`)
