import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ThreatLevel, threatLevels } from '../../../contract/emails/threat-level.ts'
import { daysUntilBelow, pointsLeft, riskOf, riskScore } from '../../../server/risk/risk-score.ts'

const dayMs = 24 * 60 * 60 * 1000
const now = new Date('2026-03-15T10:00:00Z')

interface Mail {
  readonly level: ThreatLevel
  readonly daysAgo: number
}

const daysAgo = fc.double({ min: 0, max: 3000, noNaN: true })
const mail: fc.Arbitrary<Mail> = fc.record({ level: fc.constantFrom(...threatLevels), daysAgo })
const mails = fc.array(mail, { maxLength: 200 })

function scoreOf(received: readonly Mail[], moment = now): number {
  const sum = received.reduce(
    (total, { level, daysAgo: days }) =>
      total + riskOf(level, level !== 'malicious', new Date(now.getTime() - days * dayMs)),
    0,
  )
  return riskScore(sum, moment)
}

function recent(level: ThreatLevel, count: number): Mail[] {
  return Array.from({ length: count }, () => ({ level, daysAgo: 0 }))
}

test('a risk is never below 0 or above 100', () => {
  fc.assert(
    fc.property(mails, (received) => {
      const score = scoreOf(received)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
    }),
  )
})

test('another mail never lowers the risk, and a worse one raises it at least as much', () => {
  fc.assert(
    fc.property(mails, daysAgo, (received, days) => {
      const [none, ...worse] = [
        scoreOf(received),
        ...threatLevels.map((level) => scoreOf([...received, { level, daysAgo: days }])),
      ]
      expect(worse).toEqual(worse.toSorted((one, other) => one - other))
      expect(worse[0]).toBe(none)
    }),
  )
})

test('a risk decreases over time, and its points halve in thirty days', () => {
  fc.assert(
    fc.property(mails, fc.integer({ min: 1, max: 2000 }), (received, days) => {
      const laterScore = scoreOf(received, new Date(now.getTime() + days * dayMs))
      expect(laterScore).toBeLessThanOrEqual(scoreOf(received))
    }),
  )
  const month = new Date(now.getTime() + 30 * dayMs)
  expect(scoreOf(recent('malicious', 2), month)).toBeCloseTo(scoreOf(recent('malicious', 1)), 9)
})

test('one malicious mail is a medium risk, four are a high one, and no mail is no risk', () => {
  expect(scoreOf([])).toBe(0)
  expect(scoreOf(recent('malicious', 1))).toBeGreaterThanOrEqual(30)
  expect(scoreOf(recent('malicious', 1))).toBeLessThan(70)
  expect(scoreOf(recent('malicious', 4))).toBeGreaterThanOrEqual(70)
  expect(scoreOf(recent('suspicious', 1))).toBeLessThan(30)
  expect(scoreOf(recent('safe', 1000))).toBe(0)
})

test('the sum still represents the mail of a hundred thousand bad days in the year 2100', () => {
  const late = new Date('2100-01-01T00:00:00Z')
  expect(riskScore(100_000 * riskOf('malicious', false, late), late)).toBe(100)
})

test('the forecast names the first day on which the formula is below the limit', () => {
  const limits = fc.constantFrom(30, 70)
  fc.assert(
    fc.property(mails, limits, (received, limit) => {
      const sum = received.reduce(
        (total, { level, daysAgo: days }) =>
          total + riskOf(level, true, new Date(now.getTime() - days * dayMs)),
        0,
      )
      const days = daysUntilBelow(limit, pointsLeft(sum, now))
      const scoreAfter = (count: number) => riskScore(sum, new Date(now.getTime() + count * dayMs))
      expect(scoreAfter(days)).toBeLessThan(limit)
      if (days > 0) expect(scoreAfter(days - 1)).toBeGreaterThanOrEqual(limit)
    }),
  )
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), limits, (points, limit) => {
      expect(daysUntilBelow(limit, points + 1)).toBeGreaterThanOrEqual(
        daysUntilBelow(limit, points),
      )
    }),
  )
  // Four malicious mails kept out: 40 points, which the formula allows 30.1 and 8.9 of.
  expect(daysUntilBelow(70, 40)).toBe(13)
  expect(daysUntilBelow(30, 40)).toBe(65)
})
