import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bandOf, gaugeScore, roundedScore } from '../../../src/lib/risk/risk.ts'
import {
  actionsOf,
  fateOf,
  forecastsOf,
  partsOf,
  type RiskReasons,
  sharesOf,
  startOf,
} from '../../../src/lib/risk/risk-reasons.ts'

function makeMail(overrides: Partial<RiskReasons['mails'][number]> = {}) {
  return {
    id: 'a',
    received_at: '2026-03-01T09:30:00.000Z',
    sender_domain: 'bad.example',
    threat_level: 'malicious' as const,
    is_delivered: false,
    points_received: 10,
    points: 8,
    ...overrides,
  }
}

function makeRisk(overrides: Partial<RiskReasons> = {}): RiskReasons {
  return {
    risk_score: 0,
    points: 0,
    mails: [],
    other_mail: { mail_count: 0, points: 0 },
    weeks: [],
    weeks_since: null,
    forecast: [],
    repeated_sender: null,
    is_mail_check_offered: false,
    ...overrides,
  }
}

test('the shares of the mails add up to the score that is shown, and more points never have less', () => {
  const some = fc.double({ min: 0, max: 20, noNaN: true })
  fc.assert(
    fc.property(fc.array(some, { maxLength: 20 }), some, (points, other) => {
      const sorted = points.toSorted((one, two) => two - one)
      const total = sorted.reduce((sum, part) => sum + part, other)
      const risk = makeRisk({
        points: total,
        risk_score: 100 * (1 - Math.exp(-total / 25)),
        mails: sorted.map((part, index) => makeMail({ id: index, points: part })),
        other_mail: { mail_count: 1, points: other },
      })
      const { mails, other: rest } = sharesOf(risk)
      expect(mails.reduce((sum, share) => sum + share, rest)).toBe(Math.round(risk.risk_score))
      expect(mails).toEqual(mails.toSorted((one, two) => two - one))
      const parts = partsOf(risk)
      if (total > 0) expect(parts.at(-1)).toMatchObject({ kind: 'sum', points: total })
      else expect(parts).toEqual([])
    }),
  )
})

test('a forecast is told in days below two weeks, and else in weeks', () => {
  const forecast = [
    { band: 'medium', days: 13 },
    { band: 'low', days: 51 },
  ] as const
  expect(forecastsOf(makeRisk({ forecast: [...forecast] }))).toEqual([
    { band: 'medium', unit: 'days', count: 13 },
    { band: 'low', unit: 'weeks', count: 7 },
  ])
})

test('the line says since when it has weeks only if weeks before are missing', () => {
  const weeks = ['2026-03-02', '2026-03-09'].map((week) => ({ week, score: null }))
  expect(startOf(makeRisk({ weeks, weeks_since: '2026-03-09' }))).toBe('2026-03-09')
  expect(startOf(makeRisk({ weeks, weeks_since: '2026-03-02' }))).toBeUndefined()
  expect(startOf(makeRisk({ weeks }))).toBeUndefined()
})

test('three actions are chosen by what was received, the most urgent first', () => {
  const kinds = (risk: RiskReasons) => actionsOf(risk).map(({ kind }) => kind)
  expect(kinds(makeRisk())).toEqual(['messages', 'flags'])
  expect(kinds(makeRisk({ is_mail_check_offered: true }))).toEqual(['check', 'messages', 'flags'])
  const attacked = makeRisk({
    mails: [makeMail(), makeMail({ is_delivered: true, sender_domain: 'came-in.example' })],
    repeated_sender: { sender_domain: 'again.example', mail_count: 4 },
    is_mail_check_offered: true,
  })
  expect(actionsOf(attacked)).toMatchObject([
    { kind: 'report', href: '/dashboard/employee?view=messages&q=came-in.example' },
    { kind: 'block', href: '/dashboard/employee?view=messages&q=again.example', mailCount: 4 },
    { kind: 'check', href: '/dashboard/employee' },
  ])
})

test('mail that is malicious for the own flag alone is told apart from mail that was kept out', () => {
  expect(fateOf(makeMail())).toBe('keptOut')
  expect(fateOf(makeMail({ points_received: 1 }))).toBe('blocked')
  expect(fateOf(makeMail({ points_received: 3, is_delivered: true }))).toBe('reached')
  expect(fateOf(makeMail({ points_received: 1, threat_level: 'suspicious' }))).toBe('keptOut')
})

test('each line has its count, its points and its share, and the last one their sum', () => {
  const mails = [makeMail({ points: 5 }), makeMail({ id: 'b', points: 2 })]
  const risk = makeRisk({
    ...{ points: 10, risk_score: 33.4, mails, other_mail: { mail_count: 4, points: 3 } },
  })
  // 16.5, 6.6 and 9.9 of 33: the two points left go to those that lost most.
  expect(partsOf(risk)).toEqual([
    { key: 'a', kind: 'mail', mail: mails[0], mailCount: 1, points: 5, share: 16 },
    { key: 'b', kind: 'mail', mail: mails[1], mailCount: 1, points: 2, share: 7 },
    { key: 'other', kind: 'other', mailCount: 4, points: 3, share: 10 },
    { key: 'sum', kind: 'sum', mailCount: 6, points: 10, share: 33 },
  ])
  const alone = makeRisk({ points: 5, risk_score: 20, mails: mails.slice(0, 1) })
  expect(partsOf(alone).map(({ kind, share }) => [kind, share])).toEqual([
    ['mail', 20],
    ['sum', 20],
  ])
  expect(partsOf(makeRisk({ mails }))).toEqual([])
  expect(sharesOf(makeRisk({ mails }))).toEqual({ mails: [0, 0], other: 0 })
})

test('two weeks are told in weeks', () => {
  const forecast = [{ band: 'low' as const, days: 14 }]
  expect(forecastsOf(makeRisk({ forecast }))).toEqual([{ band: 'low', unit: 'weeks', count: 2 }])
})

describe('the band of a risk score', () => {
  test.each([0, 29.9, -5])('%s is low', { tags: ['R294'] }, (score) => {
    expect(bandOf(score)).toBe('low')
  })

  test.each([30, 69.6, 69.9])(
    '%s is medium, however it is rounded',
    { tags: ['R295'] },
    (score) => {
      expect(bandOf(score)).toBe('medium')
    },
  )

  test.each([70, 100, 140])('%s is high', { tags: ['R296'] }, (score) => {
    expect(bandOf(score)).toBe('high')
  })
})

test.each([
  [-5, 0],
  [140, 100],
  [69.6, 70],
  [64.4, 64],
])('the gauge shows %s as %s', { tags: ['R297'] }, (score, shown) => {
  expect(gaugeScore(score)).toBe(shown)
})

test.each([
  [-5.4, -5],
  [64.4, 64],
])('a list or a counter shows %s as %s', (score, shown) => {
  expect(roundedScore(score)).toBe(shown)
})
