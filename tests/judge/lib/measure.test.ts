import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { interval } from '../../../judge/model/intervals.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { results } from '../../../src/content/rules/measured.ts'
import { readExamples } from '../../../training/examples.ts'
import { crossValidate } from '../../../training/measure/cross-validate.ts'
import { heldOutMails, isMarked } from '../../../training/measure/held-out.ts'
import { kindsOf } from '../../../training/measure/kinds.ts'
import { withTables } from '../../../training/measure/tables.ts'
import type { SourceMail } from '../../../training/sources.ts'

const mailOf = (overrides: Partial<SourceMail>): SourceMail => ({
  id: 'money-letters-1/0',
  family: 'money-letters-1',
  label: 'ordinary',
  language: 'en',
  raw: Buffer.from('Subject: Hello\r\n\r\nHello\r\n'),
  ...overrides,
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
