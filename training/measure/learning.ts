import { hashOf } from '../../judge/features/hash.ts'
import { shiftScore, thresholdOf } from '../../judge/judge.ts'
import { checkGuards, type GuardedLayer } from '../../judge/learn/guards.ts'
import { emptyLayer, type Layer } from '../../judge/learn/layer.ts'
import { type Lesson, learn } from '../../judge/learn/learn.ts'
import { shiftOf } from '../../judge/learn/shift.ts'
import type { Vector } from '../../judge/learn/vector.ts'
import { correspondentOf } from '../../judge/lists/correspondent.ts'
import type { Recall, Share } from '../../judge/model/results.ts'
import { shippedModel } from '../../judge/model/shipped.ts'
import { Random } from '../random.ts'
import { recallAt, shareOf } from '../shares.ts'

export interface LearningMail {
  readonly isAttack: boolean
  /** The shared judge's. */
  readonly score: number
  readonly vector: Vector
  readonly sender: string
  /** Milliseconds since 1970; NaN where the mail does not say. */
  readonly time: number
}

export interface Amount {
  readonly ordinary: number
  readonly marks: number
}

interface Measured {
  readonly atOnePercent: Recall
  readonly atOnePerMille: Recall
  readonly asInstalled: { readonly attacks: Share; readonly ordinary: Share }
}

export interface LearningResult extends Amount {
  /** The same later mails by the shared judge, and with what was learnt. */
  readonly shared: Measured
  readonly learnt: Measured
  readonly guards: GuardedLayer
  /** With so many wrong marks among the others, each of another person. */
  readonly hostile?: {
    readonly marks: number
    readonly attacksAsHonest: Measured
    readonly ordinaryAsDangerous: Measured
  }
}

const month = 28
const firstDay = 20_000

/** Later mail, judged with what the first mails have taught, in the order of their dates. */
export function measureLearning(
  mails: readonly LearningMail[],
  { ordinary, marks }: Amount,
  hostile = 0,
  threshold = thresholdOf(shippedModel, 10),
): LearningResult {
  const inTime = mails.toSorted((a, b) => (a.time || 0) - (b.time || 0))
  const honest = inTime.filter(({ isAttack }) => !isAttack)
  const attacks = inTime.filter(({ isAttack }) => isAttack)
  const taught = [
    ...honest.slice(0, ordinary).map((it) => lessonOf(it)),
    ...attacks.slice(0, marks).map((it, at) => lessonOf(it, at)),
  ]
  // Wrong marks are of mails that nothing else uses, so that all figures are of the same untaught mails.
  const wrongHonest = attacks.slice(marks, marks + hostile)
  const wrongDangerous = honest.slice(ordinary, ordinary + hostile)
  const untaught = [...honest.slice(ordinary + hostile), ...attacks.slice(marks + hostile)]
  const layer = teach(taught)
  const wrong = (of: readonly LearningMail[]) =>
    measure(
      untaught,
      threshold,
      teach([
        ...taught,
        ...of.map((it, at) => ({
          ...lessonOf(it, marks + at),
          isDangerous: !it.isAttack,
          isConfirmed: false,
        })),
      ]),
    )
  return {
    ordinary,
    marks,
    shared: measure(untaught, threshold),
    learnt: measure(untaught, threshold, layer),
    guards: checkGuards(layer, honest.slice(0, ordinary), { score: threshold, perThousand: 10 }),
    ...(hostile > 0 && {
      hostile: {
        marks: hostile,
        attacksAsHonest: wrong(wrongHonest),
        ordinaryAsDangerous: wrong(wrongDangerous),
      },
    }),
  }
}

/** @param person who marks it; ordinary mail is not marked */
export function lessonOf(
  { vector, isAttack, score, sender }: LearningMail,
  person?: number,
): Lesson {
  return {
    vector,
    score,
    isDangerous: isAttack,
    source: person === undefined ? 'ordinary' : 'mark',
    isConfirmed: true,
    person: person ?? 0,
    sender: hashOf(correspondentOf(sender)),
    isKnownSender: false,
  }
}

/** All lessons within a month, for what is older fades. */
export function teach(lessons: readonly Lesson[]): Layer {
  const shuffled = [...lessons]
  new Random(1).shuffle(shuffled)
  const daily = Math.ceil(shuffled.length / month)
  let layer = emptyLayer()
  for (let day = 0; day * daily < shuffled.length; day += 1) {
    const random = new Random(day)
    const seed = Uint8Array.from({ length: 32 }, () => Math.floor(random.next() * 256))
    const today = shuffled.slice(day * daily, (day + 1) * daily)
    layer = learn(layer, today, firstDay + day, seed)
  }
  return layer
}

function measure(mails: readonly LearningMail[], threshold: number, layer?: Layer): Measured {
  const scored = mails.map(({ isAttack, score, vector }) => ({
    isAttack,
    score: layer === undefined ? score : shiftScore(score, shiftOf(layer, vector)),
  }))
  const marked = (of: typeof scored) =>
    shareOf(of.filter(({ score }) => score >= threshold).length, of.length)
  return {
    atOnePercent: recallAt(scored, 0.01),
    atOnePerMille: recallAt(scored, 0.001),
    asInstalled: {
      attacks: marked(scored.filter(({ isAttack }) => isAttack)),
      ordinary: marked(scored.filter(({ isAttack }) => !isAttack)),
    },
  }
}
