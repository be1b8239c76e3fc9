import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { wordPlaces } from '../../../judge/features/words.ts'
import { thresholdOf } from '../../../judge/judge.ts'
import { isInSet, packSet, unpackSet } from '../../../judge/lists/hashed-set.ts'
import {
  hasDangerousExtension,
  hasOddEnding,
  isFreeMail,
  isListed,
} from '../../../judge/lists/lists.ts'
import { interval } from '../../../judge/model/intervals.ts'
import { estimate, openModel, sigmoid } from '../../../judge/model/model.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { results } from '../../../src/content/rules/measured.ts'
import { readShortTexts } from '../../../training/held-out/groups.ts'
import { readLetters } from '../../../training/letters.ts'
import { heldOutMails, isMarked } from '../../../training/measure/held-out.ts'
import { nameOfLayer } from '../../../training/measure/learning-curve.ts'
import { withTables } from '../../../training/measure/tables.ts'
import { readTexts } from '../../../training/render/texts.ts'
import { makeModel, makeTree } from '../../support/judge/model.ts'

const none = Uint32Array.from([])

describe('a model', () => {
  test('adds what its trees say, and names the share of each feature', () => {
    const model = makeModel({
      features: ['links', 'files'],
      base: 0.5,
      trees: [makeTree(0, 2, [-1, 3]), makeTree(1, 0, [0, 2]), makeTree(0, 5, [0, 4])],
      calibration: { slope: 2, offset: -1 },
    })
    const { score, shares } = estimate(model, {
      numbers: { links: 3, files: 0 },
      places: none,
      passages: [],
      rests: [],
    })
    expect(score).toBeCloseTo(sigmoid(2 * (0.5 + 3 + 0 + 0) - 1), 12)
    // Each tree expects the mean of its leaves before it asks.
    expect(shares).toEqual({ links: 3 - 1 + (0 - 2), files: 0 - 1 })
  })

  test('takes the left way for the limit itself, and for what a mail does not have', () => {
    const model = makeModel({ features: ['links'], trees: [makeTree(0, 2, [-1, 3])] })
    const scoreOf = (numbers: Record<string, number>) =>
      estimate(model, { numbers, places: none, passages: [], rests: [] }).score
    expect(scoreOf({ links: 2 })).toBeCloseTo(sigmoid(-1), 12)
    expect(scoreOf({ links: 2.01 })).toBeCloseTo(sigmoid(3), 12)
    expect(scoreOf({})).toBeCloseTo(sigmoid(-1), 12)
  })

  test('follows a tree through its levels, and passes by where it does not ask', () => {
    const tree = { splits: [0, 1, -1, 0, 1, 1], leaves: [1, 100, 3, 7] }
    const model = makeModel({ features: ['links', 'files'], depth: 2, trees: [tree] })
    const of = (links: number, files: number) =>
      estimate(model, { numbers: { links, files }, places: none, passages: [], rests: [] })
    expect(of(0, 9).score).toBeCloseTo(sigmoid(1), 12)
    expect(of(2, 0).score).toBeCloseTo(sigmoid(3), 12)
    expect(of(2, 2).score).toBeCloseTo(sigmoid(7), 12)
    expect(of(2, 2).shares).toEqual({ links: 5 - 27.75, files: 7 - 5 })
    expect(of(0, 9).shares).toEqual({ links: 50.5 - 27.75 })
  })

  test('weighs the words of a mail less, the more there are', () => {
    const letters = Array.from({ length: wordPlaces }, (_, place) => {
      if (place === 7) return String.fromCharCode(100)
      return String.fromCharCode(place === 9 ? 256 - 40 : 0)
    })
    const model = makeModel({
      words: { weights: btoa(letters.join('')), scale: 0.5, bias: 0.25 },
      features: ['wording'],
      trees: [makeTree(0, 5.25, [0, 1])],
    })
    const isMore = (places: readonly number[], limit: number) => {
      const trees = [makeTree(0, limit, [0, 1])]
      const asked = {
        numbers: { wording: 99 },
        places: Uint32Array.from(places),
        passages: [],
        rests: [],
      }
      return estimate({ ...model, trees }, asked).score > 0.6
    }
    const words = 0.25 + 60 * 0.5 * 0.35 * 22 ** -0.3
    expect(isMore([7, 9], words - 1e-9)).toBe(true)
    expect(isMore([7, 9], words + 1e-9)).toBe(false)
    expect(isMore([], 0.249)).toBe(true)
    expect(isMore([], 0.251)).toBe(false)
  })

  test('judges by its worst part, and doubts it the less, the more of the mail it is', () => {
    const letters = Array.from({ length: wordPlaces }, (_, place) =>
      String.fromCharCode(place === 7 ? 100 : place === 9 ? 156 : 0),
    )
    const model = makeModel({
      words: { weights: btoa(letters.join('')), scale: 0.5, bias: 0 },
      features: ['wording', 'links'],
      trees: [makeTree(0, 2, [0, 4]), makeTree(1, 5, [0, 1])],
    })
    const [bad, mixed] = [Uint32Array.from([7]), Uint32Array.from([7, 9])]
    const scoreOf = (passages: readonly Uint32Array[], rests: readonly Uint32Array[]) =>
      estimate(model, {
        numbers: { links: 9 },
        places: mixed,
        passages,
        rests: rests.map((places, at) => ({ places, numbers: () => ({ links: at * 9 }) })),
      }).score
    expect(scoreOf([], [])).toBeCloseTo(sigmoid(1), 12)
    expect(scoreOf([], [bad])).toBeCloseTo(sigmoid(4 - 0.4), 12)
    // A rest has numbers of its own, a passage those of the mail.
    expect(scoreOf([], [mixed, bad])).toBeCloseTo(sigmoid(5 - 0.4), 12)
    expect(scoreOf([mixed, bad], [])).toBeCloseTo(sigmoid(5 - 0.7), 12)
    expect(scoreOf([mixed, ...Array.from({ length: 50 }, () => bad)], [])).toBeCloseTo(
      sigmoid(5 - 1.3),
      12,
    )
  })

  test('with another number of places is refused', () => {
    const words = { weights: btoa('\0\0'), scale: 1, bias: 0 }
    expect(() => openModel({ ...makeModel(), words })).toThrow('another number of places')
  })

  test.each([
    [10, 0.7],
    [9, 0.9],
    [5, 0.9],
    [2, 0.95],
    [1000, 0.6],
  ])('marks for %i in 1,000 by the nearest stricter threshold', (perThousand, expected) => {
    const scores = { 2: 0.95, 5: 0.9, 10: 0.7, 20: 0.6 }
    const thresholds = Object.entries(scores).map(([it, score]) => ({
      perThousand: Number(it),
      score,
    }))
    expect(thresholdOf(makeModel({ thresholds }), perThousand)).toBe(expected)
    expect(thresholdOf(makeModel({ thresholds }), 1)).toBe(0.95)
    expect(thresholdOf(makeModel({ thresholds: [] }), perThousand)).toBe(1)
  })
})

test.each([
  [0, 0, 0, 1],
  [0, 10, 0, 0.3085],
  [1, 10, 0.0025, 0.445],
  [5, 10, 0.1871, 0.8129],
  [10, 10, 0.6915, 1],
  [2, 512, 0.0005, 0.014],
  // So many would take seconds one by one.
  [203_008, 1_000_000, 0.2022, 0.2038],
  [499_999, 1_000_000, 0.499, 0.501],
])('an interval is exact: %i of %i', (hits, total, low, high) => {
  const [from, to] = interval(hits, total)
  expect(from).toBeCloseTo(low, 4)
  expect(to).toBeCloseTo(high, 4)
})

describe('a list', () => {
  test('in few bits finds all of its texts and hardly any other', () => {
    const texts = Array.from({ length: 2000 }, (_, number) => `firm-${number}.example`)
    const packed = packSet(texts, 1_400)
    expect(packed.bits.length * 8).toBeLessThan(2000 * 12.4)
    const set = unpackSet(packed)
    expect(texts.every((text) => isInSet(set, text))).toBe(true)
    const others = Array.from({ length: 20_000 }, (_, number) => `other-${number}.example`)
    expect(others.filter((text) => isInSet(set, text)).length).toBeLessThanOrEqual(25)
    expect(isInSet(unpackSet({ count: 0, spread: 1_400, bits: new Uint8Array(0) }), 'firm')).toBe(
      false,
    )
  })

  test('knows a host by itself or by a domain above it', () => {
    expect(isListed('shortener', 'bit.ly')).toBe(true)
    expect(isListed('shortener', 'x.y.bit.ly')).toBe(true)
    expect(isListed('shortener', 'xbit.ly')).toBe(false)
    expect(isListed('shortener', 'a.b.c.d.e.f.bit.ly')).toBe(true)
    expect(isListed('shortener', 'bit.ly.example')).toBe(false)
    expect(isListed('host', 'bit.ly')).toBe(false)
    expect(isListed('shortener', '')).toBe(false)
  })

  test('knows free providers, cheap endings and dangerous files', () => {
    expect([isFreeMail('gmail.com'), isFreeMail(''), isFreeMail('clinic.example')]).toEqual([
      true,
      false,
      false,
    ])
    expect([hasOddEnding('shop.top'), hasOddEnding('top.example'), hasOddEnding('')]).toEqual([
      true,
      false,
      false,
    ])
    const dangerous = ['a.exe', 'A.EXE ', 'a.pdf.scr'].map(hasDangerousExtension)
    const others = ['exe', 'a.txt', 'a.exe.txt', '', 'a.exe/', 'a.'].map(hasDangerousExtension)
    expect(dangerous).toEqual([true, true, true])
    expect(others).toEqual([false, false, false, false, false, false])
  })
})

describe('the committed results', () => {
  it('are of the model that comes with Aman', () => {
    expect(results.model).toBe(shippedModel.version)
  })

  it('are of the judge as it is, rules included', async () => {
    const { compromiseEnglish, compromiseArabic } = heldOutMails()
    const marked = async (mails: typeof compromiseEnglish) =>
      (await Promise.all(mails.map(isMarked))).filter(Boolean).length
    expect([await marked(compromiseEnglish), await marked(compromiseArabic)]).toEqual([
      results.heldOut.compromiseEnglish.judge.hits,
      results.heldOut.compromiseArabic.judge.hits,
    ])
  })

  it('are of learning as it is, each amount on the same later mails', () => {
    const { layer, attacks, steps } = results.learning
    expect(nameOfLayer()).toBe(layer)
    expect(steps.map(({ ordinary, marks }) => [ordinary, marks])).toEqual([
      [0, 0],
      [50, 0],
      [200, 20],
      [1000, 100],
    ])
    for (const { atOnePercent, atOnePerMille } of steps) {
      expect([atOnePercent.of, atOnePerMille.of]).toEqual([attacks, attacks])
    }
  })

  it('are in the tables of docs/judge.md', () => {
    const card = readFileSync('docs/judge.md', 'utf8')
    expect(withTables(card, results)).toBe(card)
  })

  it('have the intervals of their counts', () => {
    for (const { judge, rspamd } of Object.values(results.heldOut)) {
      for (const { hits, of, share, interval: stored } of [judge, rspamd]) {
        expect(share).toBeCloseTo(hits / of, 4)
        expect(stored[0]).toBeCloseTo(interval(hits, of)[0], 4)
        expect(stored[1]).toBeCloseTo(interval(hits, of)[1], 4)
      }
    }
  })
})

const compromise = readShortTexts('compromise')
const business = readShortTexts('business')
const families = readTexts(join(import.meta.dirname, '../../../training/held-out/families'))
const training = readTexts()

describe('mail that is kept for measurements', () => {
  it('shares no text with the training, and no text twice', () => {
    const letters = readLetters().map(({ text, ...letter }) => ({ ...letter, body: text }))
    const all = [...training, ...letters, ...families, ...compromise, ...business]
    const ofTraining = new Set([...training, ...letters].map(({ id }) => id))
    expect(similarPairs(all).filter((ids) => !ids.every((id) => ofTraining.has(id)))).toEqual([])
  })

  it('shares no family with the training', () => {
    const names = new Set(training.map(({ family, id }) => family ?? id))
    const held = [...families, ...compromise].map(({ family, id }) => family ?? id)
    expect(held.filter((name) => names.has(name))).toEqual([])
  })
})

interface Comparable {
  readonly id: string
  readonly subject: string
  readonly body: string
}

/** Pairs of texts that share at least half of the shorter one's runs of four words. */
function similarPairs(texts: readonly Comparable[]): (readonly string[])[] {
  const runs = texts.map(runsOf)
  const holders = new Map<string, number[]>()
  runs.forEach((set, at) => {
    for (const run of set) holders.set(run, [...(holders.get(run) ?? []), at])
  })
  const shared = new Map<string, number>()
  for (const indexes of holders.values())
    for (const one of indexes)
      for (const other of indexes)
        if (one < other) shared.set(`${one} ${other}`, (shared.get(`${one} ${other}`) ?? 0) + 1)
  return [...shared].flatMap(([pair, count]) => {
    const [one = 0, other = 0] = pair.split(' ').map(Number)
    const shorter = Math.min(runs[one]?.size ?? 0, runs[other]?.size ?? 0)
    return count / shorter < 0.5 ? [] : [[texts[one]?.id ?? '', texts[other]?.id ?? '']]
  })
}

/** Runs of four words, without slots and signs. */
function runsOf({ subject, body }: Comparable): Set<string> {
  const words = `${subject} ${body}`
    .toLowerCase()
    .replace(/\{[a-z]+\}|\]\([a-z]*\)/gi, ' ')
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  const all = words ?? []
  return new Set(all.slice(3).map((_, at) => all.slice(at, at + 4).join(' ')))
}
