import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { interval } from '../../../judge/model/intervals.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { results } from '../../../src/content/rules/measured.ts'
import { heldOutMails, isMarked } from '../../../training/measure/held-out.ts'
import { nameOfLayer } from '../../../training/measure/learning-curve.ts'
import { withTables } from '../../../training/measure/tables.ts'

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
