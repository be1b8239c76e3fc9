import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { interval } from '../../../judge/model/intervals.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { results } from '../../../src/content/rules/measured.ts'
import { readExamples } from '../../../training/examples.ts'
import { crossValidate } from '../../../training/measure/cross-validate.ts'
import { heldOutMails, isMarked } from '../../../training/measure/held-out.ts'
import { kindsOf } from '../../../training/measure/kinds.ts'
import { type Compared, measureGroup, rangesOf } from '../../../training/measure/summary.ts'
import { withTables } from '../../../training/measure/tables.ts'
import { recallAt } from '../../../training/shares.ts'
import type { SourceMail } from '../../../training/sources.ts'

const mailOf = (overrides: Partial<SourceMail>): SourceMail => ({
  id: 'money-letters-1/0',
  family: 'money-letters-1',
  label: 'ordinary',
  language: 'en',
  raw: Buffer.from('Subject: Hello\r\n\r\nHello\r\n'),
  ...overrides,
})

const campaign =
  'your parcel waits at our depot please pay the small fee today and it comes tomorrow by courier'

describe('kinds', () => {
  const kinds = (...mails: [id: string, family: string, words?: string][]) =>
    kindsOf(
      mails.map(([id, family, words = id]) => ({ mail: { id, family }, words: words.split(' ') })),
    )

  it('hold a kind of text in both languages, whichever copy', () => {
    const [english, arabic, other] = kinds(
      ['money-frauds-7/0', 'money-frauds-7'],
      ['ar-money-frauds-12/3', 'ar-money-frauds-12'],
      ['money-letters-7/0', 'money-letters-7'],
    )
    expect(arabic).toBe(english)
    expect(other).not.toBe(english)
  })

  it('hold a family whose texts have other names', () => {
    const [first, same] = kinds(['parcel-fee/0', 'parcels'], ['ar-depot-4/0', 'parcels'])
    expect(same).toBe(first)
  })

  it('hold near-duplicates of SpamAssassin', () => {
    const [first, same, other] = kinds(
      ['spam-1/00001', 'spam-assassin/spam-1/00001', `${campaign} 81a`],
      ['spam-2/00009', 'spam-assassin/spam-2/00009', `${campaign} x9`],
      ['spam-2/00010', 'spam-assassin/spam-2/00010', 'minutes of a meeting about the garden wall'],
    )
    expect(same).toBe(first)
    expect(other).not.toBe(first)
  })
})

it('judges each mail with a model that has not seen its kind', async () => {
  // Attacks are known by words of their kind alone, so that only a model which saw the kind knows them.
  const words = ['apple', 'bridge', 'candle', 'desert', 'engine', 'forest', 'guitar', 'harbour']
  const mails = words.flatMap((word, kind) =>
    Array.from({ length: 12 }, (_, copy) =>
      mailOf({
        id: `${word}-${copy}/0`,
        family: `${word}-${copy}`,
        label: kind % 2 === 0 ? 'attack' : 'ordinary',
        raw: Buffer.from(`Subject: ${word}\r\n\r\n${`${word} `.repeat(9)}\r\n`),
      }),
    ),
  )
  // So few mails have to weigh more, or no tree would tell them apart.
  const read = await Array.fromAsync(readExamples(mails, () => 4))
  const distance = async (kindOf: (at: number) => string) => {
    const trained = read.map(({ mail, example }, at) => ({ mail, example, kind: kindOf(at) }))
    const judged = await crossValidate(trained, 4, 0)
    const mean = (label: string) => {
      const scores = judged.filter((_, at) => mails[at]?.label === label).map(({ score }) => score)
      return scores.reduce((sum, score) => sum + score, 0) / scores.length
    }
    return mean('attack') - mean('ordinary')
  }
  const kinds = kindsOf(read)
  expect(await distance((at) => `copy ${at % 12}`)).toBeGreaterThan(0.5)
  expect(await distance((at) => kinds[at] ?? '')).toBeLessThan(0.1)
})

describe('recall', () => {
  it('counts attacks above what one half of the ordinary mails allows, and says what the other has', () => {
    const ordinary = Array.from({ length: 2000 }, (_, at) => ({
      isAttack: false,
      score: at / 2000,
    }))
    const attacks = [0.5, 0.98, 0.9999, 1].map((score) => ({ isAttack: true, score }))
    const found = recallAt([...ordinary, ...attacks], 0.01)
    expect(found).toMatchObject({ recall: 0.5, of: 4, interval: [0.0676, 0.9324] })
    expect(found.falsePositives).toBeGreaterThan(0.005)
    expect(found.falsePositives).toBeLessThan(0.015)
    expect(found.note).toBeUndefined()
    expect(recallAt([...ordinary, ...attacks], 0.001).note).toBe(
      'too few ordinary mails for this share',
    )
  })
})

describe('a summary', () => {
  const answer = (score: number, isMarked: boolean) => ({ score, isMarked })
  const compared: Compared[] = [
    ...Array.from({ length: 50 }, () => ({
      mail: mailOf({ label: 'attack', language: 'ar' }),
      judge: [answer(0.99, true), answer(0.6, false)],
      rspamd: [answer(2, false)],
    })),
    ...Array.from({ length: 50 }, () => ({
      mail: mailOf({ family: 'spam-assassin/easy-ham-1/00001' }),
      judge: [answer(0.1, false), answer(0.7, false)],
      rspamd: [answer(9, true)],
    })),
  ]

  it('has the mean of the partitions, and the lowest and highest of them', () => {
    const { attacks, ordinary, judge, rspamd } = measureGroup(compared, 'all')
    expect([attacks, ordinary]).toEqual([50, 50])
    expect(judge.atOnePercent).toMatchObject({ recall: 0.5, range: [0, 1] })
    expect(judge.attacks).toMatchObject({ hits: 25, of: 50, share: 0.5 })
    expect(judge.ordinary.hits).toBe(0)
    expect(rspamd.atOnePercent.recall).toBe(0)
    expect(rspamd.ordinary.hits).toBe(50)
  })

  it('tells sources and languages apart', () => {
    const english = {
      mail: mailOf({ label: 'attack' }),
      judge: [answer(1, true), answer(1, true)],
      rspamd: [answer(0, false)],
    }
    const size = (group: Parameters<typeof measureGroup>[1]) => {
      const { attacks, ordinary } = measureGroup([...compared, english], group)
      return [attacks, ordinary]
    }
    expect(size('spamAssassin')).toEqual([0, 50])
    expect(size('texts')).toEqual([51, 0])
    expect(size('arabic')).toEqual([50, 0])
    expect(size('english')).toEqual([1, 0])
  })

  it('says how many mails of a score were attacks', () => {
    const ranges = rangesOf(compared).map(({ from, to, attacks }) => [
      from,
      to,
      attacks.hits,
      attacks.of,
    ])
    expect(ranges).toEqual([
      [0, 0.2, 0, 25],
      [0.2, 0.5, 0, 0],
      [0.5, 0.8, 25, 50],
      [0.8, 0.95, 0, 0],
      [0.95, 1, 25, 25],
    ])
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
