import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readExamples } from './examples.ts'
import { letterExamples } from './letters.ts'
import { makeLists } from './make-lists.ts'
import { makeModel } from './make-model.ts'
import { seed, trainingMails } from './training-mails.ts'
import { weightOf } from './weights.ts'

const target = join(import.meta.dirname, '../model/model.json')

const started = performance.now()
makeLists()
const examples = await Array.fromAsync(
  readExamples(trainingMails(), weightOf),
  ({ example }) => example,
)
const model = makeModel(examples, await letterExamples(seed), seed)
const content = JSON.stringify(model)
const version = createHash('sha256').update(content).digest('hex').slice(0, 8)
writeFileSync(target, `${JSON.stringify({ version, ...model })}\n`)
const seconds = ((performance.now() - started) / 1000).toFixed(0)
const attacks = examples.filter(({ label }) => label === 1).length
console.log(
  `Model ${version}: ${attacks} attacks and ${examples.length - attacks} ordinary mails, ${content.length} bytes, ${seconds} s.`,
)
for (const { perThousand, score } of model.thresholds)
  console.log(`  at most ${perThousand} in 1,000: ${score}`)
