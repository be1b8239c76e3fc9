import { readExamples } from './examples.ts'
import { letterExamples } from './letters.ts'
import { quantize, trainLinear } from './linear.ts'
import { makeLists } from './make-lists.ts'
import { makeModel } from './make-model.ts'
import { Random } from './random.ts'
import { storeModel } from './store-model.ts'
import { seed, trainingMails } from './training-mails.ts'
import { weightOf } from './weights.ts'

const started = performance.now()
makeLists()
const examples = await Array.fromAsync(
  readExamples(trainingMails(), weightOf),
  ({ example }) => example,
)
const model = makeModel(examples, seed)
const letters = quantize(trainLinear(await letterExamples(seed), new Random(seed + 60)))
const { version, bytes } = storeModel(model, letters)
const seconds = ((performance.now() - started) / 1000).toFixed(0)
const attacks = examples.filter(({ label }) => label === 1).length
console.log(
  `Model ${version}: ${attacks} attacks and ${examples.length - attacks} ordinary mails, ${bytes} bytes, ${seconds} s.`,
)
for (const { perThousand, score } of model.thresholds)
  console.log(`  at most ${perThousand} in 1,000: ${score}`)
