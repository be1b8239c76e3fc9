import { describe, expect, it } from 'vitest'
import { generateMails } from '../../../training/render/mails.ts'
import { readTexts } from '../../../training/render/texts.ts'
import { similarPairs } from '../../support/judge/similar-texts.ts'

const texts = readTexts()

const sample = (seed: number) =>
  [...generateMails(texts, seed, 1)].map(({ raw }) => Buffer.from(raw).toString('base64'))

describe('texts of the training', () => {
  it('are many in both languages, ordinary ones and attacks', () => {
    const count = (language: string, label: string) =>
      texts.filter((text) => text.language === language && text.label === label).length
    expect(count('en', 'ordinary')).toBeGreaterThanOrEqual(300)
    expect(count('en', 'attack')).toBeGreaterThanOrEqual(200)
    expect(count('ar', 'ordinary')).toBeGreaterThanOrEqual(300)
    expect(count('ar', 'attack')).toBeGreaterThanOrEqual(200)
  })

  it('have an identifier of their own', () => {
    const ids = texts.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('differ from each other', () => {
    expect(similarPairs(texts)).toEqual([])
  })

  it('name the kind of each English attack, and few of one kind', () => {
    const attacks = texts.filter(({ label, language }) => label === 'attack' && language === 'en')
    expect(attacks.filter(({ family }) => family === undefined).map(({ id }) => id)).toEqual([])
    const kinds = Map.groupBy(attacks, ({ family }) => family)
    expect([...kinds].filter(([, found]) => found.length > 3).map(([kind]) => kind)).toEqual([])
  })

  it('share no family between attacks and ordinary mail', () => {
    const families = (label: string) =>
      texts.filter((text) => text.label === label).map(({ family, id }) => family ?? id)
    const ordinary = new Set(families('ordinary'))
    expect(families('attack').filter((family) => ordinary.has(family))).toEqual([])
  })

  it('use no slot that stays empty', () => {
    const left = texts.flatMap(({ id, subject, from, body }) =>
      [...`${subject} ${from} ${body}`.matchAll(/\{([^}]*)\}/g)]
        .filter(([, slot = '']) => !slots.has(slot))
        .map(([slot]) => `${id} ${slot}`),
    )
    expect(left).toEqual([])
  })

  it('become the same mails for the same seed, and others for another', () => {
    const first = sample(7)
    expect(sample(7)).toEqual(first)
    expect(sample(8).filter((raw, index) => raw === first[index])).toEqual([])
  })
})

const slots = new Set([
  'firm',
  'person',
  'first',
  'reader',
  'email',
  'local',
  'amount',
  'date',
  'time',
  'code',
  'digits',
  'small',
  'phone',
])
