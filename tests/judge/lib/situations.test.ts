import { expect, test } from 'vitest'
import { judgeMail } from '../../../judge/judge.ts'
import { wordless } from '../../support/judge/mails.ts'
import { readSituations, type Situation } from '../../support/judge/situations.ts'

async function marked(situations: readonly Situation[], score: number): Promise<string[]> {
  const model = wordless(score)
  const found: string[] = []
  for (const { id, raw, knowledge } of situations) {
    const { level } = await judgeMail(raw, knowledge, { model })
    if (level === 'suspicious') found.push(id)
  }
  return found
}

test.each(['en', 'ar'] as const)(
  'frauds in %s are marked though their words seem honest',
  async (language) => {
    const frauds = readSituations(language, 'attacks')
    expect(frauds.length).toBeGreaterThan(100)
    const found = await marked(frauds, 0.2)
    expect(frauds.map(({ id }) => id).filter((id) => !found.includes(id))).toEqual([])
  },
)

test.each(['en', 'ar'] as const)(
  'honest mail in %s is not marked though its words seem fraudulent',
  async (language) => {
    const honest = readSituations(language, 'honest')
    expect(honest.length).toBeGreaterThan(100)
    expect(await marked(honest, 0.4)).toEqual([])
  },
)
