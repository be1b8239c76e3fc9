import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readExamples } from './examples.ts'
import { letterExamples } from './letters.ts'
import { quantize, trainLinear } from './linear.ts'
import { makeLists } from './make-lists.ts'
import { makeModel } from './make-model.ts'
import { Random } from './random.ts'
import { seed, trainingMails } from './training-mails.ts'
import { weightOf } from './weights.ts'

const folder = join(import.meta.dirname, '../judge/model')

const started = performance.now()
makeLists()
const examples = await Array.fromAsync(
  readExamples(trainingMails(), weightOf),
  ({ example }) => example,
)
const { thresholds, ...model } = makeModel(examples, seed)
const letters = quantize(trainLinear(await letterExamples(seed), new Random(seed + 60)))
const content = JSON.stringify({ ...model, letters, thresholds })
const version = createHash('sha256').update(content).digest('hex').slice(0, 8)
// A page needs the first file, and only the server of an organization the second.
writeFileSync(join(folder, 'model.json'), `${JSON.stringify({ version, ...model, thresholds })}\n`)
writeFileSync(join(folder, 'letters.json'), `${JSON.stringify(letters, null, 2)}\n`)
const seconds = ((performance.now() - started) / 1000).toFixed(0)
const attacks = examples.filter(({ label }) => label === 1).length
console.log(
  `Model ${version}: ${attacks} attacks and ${examples.length - attacks} ordinary mails, ${content.length} bytes, ${seconds} s.`,
)
for (const { perThousand, score } of thresholds)
  console.log(`  at most ${perThousand} in 1,000: ${score}`)
