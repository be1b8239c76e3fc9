import { describe, expect, it } from 'vitest'
import { generateMails } from '../../../judge/training/render/mails.ts'
import { readTexts, type Text } from '../../../judge/training/render/texts.ts'

const texts = readTexts()

/** Runs of four words, without slots and signs. */
function runsOf({ subject, body }: Text): Set<string> {
  const words = `${subject} ${body}`
    .toLowerCase()
    .replace(/\{[a-z]+\}|\]\([a-z]*\)/g, ' ')
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  const all = words ?? []
  return new Set(all.slice(3).map((_, index) => all.slice(index, index + 4).join(' ')))
}

/** Pairs of texts of which at least half of the shorter one's runs stand in the other too. */
function similarPairs(all: readonly Text[]): string[] {
  const holders = new Map<string, number[]>()
  const runs = all.map(runsOf)
  runs.forEach((set, index) => {
    for (const run of set) holders.set(run, [...(holders.get(run) ?? []), index])
  })
  const shared = new Map<string, number>()
  for (const indexes of holders.values())
    for (const one of indexes)
      for (const other of indexes)
        if (one < other) shared.set(`${one} ${other}`, (shared.get(`${one} ${other}`) ?? 0) + 1)
  return [...shared].flatMap(([pair, count]) => {
    const [one = 0, other = 0] = pair.split(' ').map(Number)
    const shorter = Math.min(runs[one]?.size ?? 0, runs[other]?.size ?? 0)
    return count / shorter < 0.5 ? [] : [`${all[one]?.id} and ${all[other]?.id}`]
  })
}

const sample = (seed: number) =>
  [...generateMails(texts, seed, 1)].map(({ raw }) => Buffer.from(raw).toString('base64'))

describe('texts of the training', () => {
  it('are many in both languages, ordinary ones and attacks', () => {
    const count = (language: string, label: string) =>
      texts.filter((text) => text.language === language && text.label === label).length
    expect(count('en', 'ordinary')).toBeGreaterThanOrEqual(300)
    expect(count('en', 'attack')).toBeGreaterThanOrEqual(200)
    expect(count('ar', 'ordinary')).toBeGreaterThanOrEqual(160)
    expect(count('ar', 'attack')).toBeGreaterThanOrEqual(100)
  })

  it('have an identifier of their own', () => {
    const ids = texts.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('differ from each other', () => {
    expect(similarPairs(texts)).toEqual([])
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
