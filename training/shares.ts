import { interval } from '../judge/model/intervals.ts'
import type { MeanRecall, Recall, Share } from '../judge/model/results.ts'
import { Random } from './random.ts'

const splits = 20
/** With fewer mails above a threshold, a share of them says little. */
const fewest = 5

export interface Scored {
  readonly isAttack: boolean
  readonly score: number
}

export const round = (value: number) => Math.round(value * 1e4) / 1e4

export function shareOf(hits: number, of: number): Share {
  const share = of === 0 ? null : round(hits / of)
  return { share, hits, of, interval: interval(hits, of).map(round) }
}

/** The threshold from one half of the ordinary mails, measured on the other: means of seeded splits. */
export function recallAt(mails: readonly Scored[], share: number): Recall {
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
    const threshold = scores[Math.floor(half * share)] ?? Number.POSITIVE_INFINITY
    const above = (of: readonly Scored[]) => of.filter(({ score }) => score > threshold).length
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
    of: attacks.length,
    interval: interval(Math.round(recall * attacks.length), attacks.length).map(round),
    falsePositives: mean((it) => it.falsePositives),
    ...(ordinary.length * share < fewest ? { note: 'too few ordinary mails for this share' } : {}),
  }
}

/** The mean of several measurements of the same mails. */
export function meanRecall(all: readonly Recall[]): MeanRecall {
  const [first] = all
  if (first === undefined) throw new Error('there is no recall')
  const mean = (of: (it: Recall) => number) =>
    round(all.reduce((sum, it) => sum + of(it), 0) / all.length)
  const recall = mean((it) => it.recall)
  const recalls = all.map((it) => it.recall)
  return {
    ...first,
    recall,
    interval: interval(Math.round(recall * first.of), first.of).map(round),
    falsePositives: mean((it) => it.falsePositives),
    range: [Math.min(...recalls), Math.max(...recalls)],
  }
}
