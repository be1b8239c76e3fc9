import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readShortTexts } from '../../../training/held-out/groups.ts'
import { readLetters } from '../../../training/letters.ts'
import { readTexts } from '../../../training/render/texts.ts'
import { similarPairs } from '../../support/judge/similar-texts.ts'

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
