import '../../core/closed-prototype.ts'

import { randomBytes } from 'node:crypto'
import { constants } from 'node:os'
import { featuresOf } from '../../../judge/features/features.ts'
import { judgeReadMail, thresholdOf } from '../../../judge/judge.ts'
import type { JudgedVector } from '../../../judge/learn/frozen.ts'
import { checkGuards, learnGuarded } from '../../../judge/learn/guards.ts'
import { countsOf, emptyLayer, fade, type Layer } from '../../../judge/learn/layer.ts'
import { type Lesson, learn } from '../../../judge/learn/learn.ts'
import { tableOf } from '../../../judge/learn/shift.ts'
import { openVector, vectorOf } from '../../../judge/learn/vector.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { answerQuestions } from '../../core/thread-answers.ts'
import type { GivenLesson, Learning, Learnt, PackedLayer } from './learn-in-thread.ts'
import { packLayer, packTable, unpackLayer } from './packed.ts'

// Learning waits for all else.
answerQuestions(run, constants.priority.PRIORITY_LOW)

async function run({ layer, lessons, day, safe, perThousand, former }: Learning): Promise<Learnt> {
  const before = layer === undefined ? emptyLayer() : unpackLayer(layer)
  const opened = await Promise.all(lessons.map(openLesson))
  const ordinary = opened.filter(({ source }) => source === 'ordinary')
  const lastSafe = [...ordinary, ...(await Promise.all(safe.map(judge)))]
  const threshold = { score: thresholdOf(shippedModel, perThousand), perThousand }
  const { learnt, guarded } = learnGuarded(
    () => learn(before, opened, day, randomBytes(32)),
    (version) => checkGuards(version, lastSafe, threshold),
  )
  return {
    model: shippedModel.version,
    learnt: packed(learnt),
    guarded,
    former: former.map((text) => fadeStored(text, day)),
  }
}

/** Undefined where nothing of it is too old. */
function fadeStored(text: string, day: number): PackedLayer | undefined {
  const layer = unpackLayer(text)
  const faded = fade(layer, day)
  return faded === layer ? undefined : packed(faded)
}

function packed(layer: Layer): PackedLayer {
  return {
    ...countsOf(layer),
    layer: packLayer(layer),
    judging: packTable(tableOf(layer)),
  }
}

async function openLesson({ places, mail, ...lesson }: GivenLesson): Promise<Lesson> {
  if (places !== '') return { ...lesson, vector: openVector(Buffer.from(places, 'base64')) }
  const read = await readMail(new TextEncoder().encode(mail))
  return { ...lesson, vector: vectorOf(read, featuresOf(read)) }
}

async function judge(text: string): Promise<JudgedVector> {
  const mail = await readMail(new TextEncoder().encode(text))
  const { score } = await judgeReadMail(mail, {}, { model: shippedModel })
  return { vector: vectorOf(mail, featuresOf(mail)), score }
}
