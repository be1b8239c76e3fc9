import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sigmoid } from '../model/model.ts'
import { examplesOf } from './examples.ts'
import { fit } from './fit.ts'
import { makeLists } from './make-lists.ts'
import { generateMails } from './render/mails.ts'
import { readTexts } from './render/texts.ts'
import { type SourceMail, spamAssassinMails } from './sources.ts'
import { thresholdsOf } from './thresholds.ts'
import { weightOf } from './weights.ts'

const seed = 20_261_125
const copies = 8
const target = join(import.meta.dirname, '../model/model.json')

if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
  console.log('Installing the mail of the training (108 MB)...')
  execFileSync('npm', ['install', '--ignore-scripts'], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  })
}

function* allMails(): Generator<SourceMail> {
  yield* spamAssassinMails()
  yield* generateMails(readTexts(), seed, copies)
}

const started = performance.now()
makeLists()
const examples = await examplesOf(allMails(), weightOf)
const { model, outOfFold } = fit(examples, seed)
const { slope, offset } = model.calibration
// Old mail of mailing lists scores lower than mail of today and would flatter what a threshold lets through.
const modern = [...examples.keys()].filter((at) => !examples[at]?.group.startsWith('spam-assassin'))
const thresholds = thresholdsOf(
  modern.map((at) => examples[at]?.label ?? 0),
  Float64Array.from(modern, (at) => sigmoid(slope * (outOfFold[at] ?? 0) + offset)),
)
const content = JSON.stringify({ ...model, thresholds })
const version = createHash('sha256').update(content).digest('hex').slice(0, 8)
writeFileSync(target, `${JSON.stringify({ version, ...model, thresholds })}\n`)
const seconds = ((performance.now() - started) / 1000).toFixed(0)
const attacks = examples.filter(({ label }) => label === 1).length
console.log(
  `Model ${version}: ${attacks} attacks and ${examples.length - attacks} ordinary mails, ${content.length} bytes, ${seconds} s.`,
)
for (const { perThousand, score } of thresholds)
  console.log(`  at most ${perThousand} in 1,000: ${score}`)
