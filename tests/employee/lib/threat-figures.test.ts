import { expect, test } from 'vitest'
import { drawnAtOnce } from '../../../src/lib/emails/threats.ts'
import { threatFigures } from '../../../src/lib/employee/employee-figures.ts'

const threatsWith = (others: Readonly<Record<number, object>>) =>
  Array.from({ length: 5 + drawnAtOnce + 1 }, (_, at) => ({
    id: at,
    sender_domain: 'prize.example',
    threat_level: 'malicious' as const,
    timestamp: '2026-11-26T09:00:00.000Z',
    ...others[at],
  }))
const rowsOf = (threats: ReturnType<typeof threatsWith>) =>
  threatFigures(threats, 100, 'en-GB')
    .rows.flat()
    .flatMap(({ rows: [ofMonth = []] = [] }) => ofMonth)

const others = { sender_domain: 'xn--e1awd7f.example' }

test('first figures have rows unless a threat that they show is written in another way', () => {
  expect(rowsOf(threatsWith({}))).toHaveLength(5 + drawnAtOnce)
  expect(rowsOf(threatsWith({ 55: others }))).toHaveLength(5 + drawnAtOnce)
  for (const at of [4, 5, 54]) expect(rowsOf(threatsWith({ [at]: others }))).toEqual([])
})
