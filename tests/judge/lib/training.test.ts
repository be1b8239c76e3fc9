import { describe, expect, test } from 'vitest'
import { interval } from '../../../judge/model/intervals.ts'
import { type Example, scoreLinear, trainLinear } from '../../../training/linear.ts'
import { groupsOf, signatureOf } from '../../../training/near-duplicates.ts'
import { Random } from '../../../training/random.ts'
import { isForTraining, withoutTraces } from '../../../training/sources.ts'
import { thresholdsOf } from '../../../training/thresholds.ts'
import { trainTrees } from '../../../training/trees.ts'

test('newsletters with an odd number are kept for measurements', () => {
  expect(isForTraining('hard-ham-1', '00001.7c7d6921e671bbe18ebb5f893cd9bb35.txt')).toBe(false)
  expect(isForTraining('hard-ham-1', '00002.ca96f74042d05c1a1d29ca30467cfcd5.txt')).toBe(true)
  expect(isForTraining('easy-ham-1', '00001.7c53336b37003a9286aba55d2945844c.txt')).toBe(true)
  expect(isForTraining('easy-ham-1', '00001.7c53336b37003a9286aba55d2945844c.json')).toBe(false)
})

test('what tells the collection is removed', () => {
  const mail = `From ilug-admin@linux.ie Mon Jul 29\nReturn-Path: <x@taint.org>\nDelivered-To: zzzz@localhost\nReceived: from a\n\tby b\nX-Spam: no\nTo: zzzz@spamassassin.taint.org\nSubject: [ILUG] A kernel\nList-Id: ilug\n\nHello jmason\n`
  const clean = withoutTraces(mail)
  expect(clean).toBe('To: reader@firm.example\nSubject: A kernel\n\nHello reader\n')
})

const examples: Example[] = Array.from({ length: 400 }, (_, index) => {
  const label = index % 2 === 0 ? 1 : 0
  const places = Uint32Array.from([label === 1 ? 5 : 9, 100 + (index % 7)])
  return { label, weight: 1, group: String(index), places, numbers: {} }
})

test('the linear model learns a word, and the same from the same seed', () => {
  const model = trainLinear(examples, new Random(1))
  expect(scoreLinear(model, Uint32Array.from([5]))).toBeGreaterThan(0.3)
  expect(scoreLinear(model, Uint32Array.from([9]))).toBeLessThan(-0.3)
  expect(trainLinear(examples, new Random(1)).weights).toEqual(model.weights)
})

test('trees learn what depends on two numbers together', () => {
  const random = new Random(2)
  const one = Float64Array.from({ length: 800 }, () => random.next())
  const two = Float64Array.from({ length: 800 }, () => random.next())
  const labels = one.map((value, at) => (value > 0.5 === (two[at] ?? 0) > 0.5 ? 1 : 0))
  const weights = new Float64Array(800).fill(1)
  const settings = {
    trees: 40,
    depth: 3,
    rate: 0.3,
    leastWeight: 1,
    penalty: 1,
    rows: 0.9,
    columns: 1,
  }
  const { base, trees } = trainTrees([one, two], labels, weights, settings, new Random(3))
  const answer = (at: number) =>
    trees.reduce((sum, { splits, leaves }) => {
      let node = 0
      let leaf = 0
      for (let level = 0; level < settings.depth; level += 1) {
        const column = splits[node * 2] === 0 ? one : two
        const isRight =
          (splits[node * 2] ?? -1) >= 0 && (column[at] ?? 0) > (splits[node * 2 + 1] ?? 0)
        node = node * 2 + (isRight ? 2 : 1)
        leaf = leaf * 2 + (isRight ? 1 : 0)
      }
      return sum + (leaves[leaf] ?? 0)
    }, base)
  const right = labels.filter((label, at) => answer(at) > 0 === (label === 1)).length
  expect(right / 800).toBeGreaterThan(0.95)
})

test('a threshold lets through what it promises', () => {
  const scores = Float64Array.from({ length: 2000 }, (_, at) => at / 2000)
  const labels = Array.from({ length: 2000 }, () => 0)
  for (const { perThousand, score } of thresholdsOf(labels, scores)) {
    const marked = scores.filter((it) => it >= score).length
    expect(marked).toBeLessThanOrEqual((2000 * perThousand) / 1000 + 1)
    expect(marked).toBeGreaterThanOrEqual((2000 * perThousand) / 1000 - 1)
  }
})

describe('figures', () => {
  test('have exact intervals', () => {
    const rounded = (hits: number, total: number) =>
      interval(hits, total).map((it) => it.toFixed(4))
    expect(rounded(0, 100)).toEqual(['0.0000', '0.0362'])
    expect(rounded(5, 100)).toEqual(['0.0164', '0.1128'])
    expect(rounded(100, 100)).toEqual(['0.9638', '1.0000'])
    expect(interval(0, 0)).toEqual([0, 1])
  })

  test('count mails of one campaign once', () => {
    const words = (text: string) => signatureOf(text.split(' '))
    const campaign =
      'your parcel waits at our depot please pay the small fee today and it comes tomorrow morning by courier to your door'
    const groups = groupsOf([
      words(`${campaign} 81a`),
      words(
        'the minutes of the meeting are attached and we meet again on thursday in the large room',
      ),
      words(`${campaign} x9`),
    ])
    expect(groups[0]).toBe(groups[2])
    expect(groups[1]).not.toBe(groups[0])
  })
})
