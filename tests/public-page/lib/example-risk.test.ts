import { expect, test } from 'vitest'
import { bandStart } from '../../../contract/risk/risk-band.ts'
import {
  daysUntilBelow,
  pointsOf,
  riskScore,
  scaledPoints,
} from '../../../server/risk/risk-score.ts'
import { exampleRisk } from '../../../src/sections/risk/example.ts'

const example = exampleRisk(['a.example', 'b.example', 'c.example', 'd.example'])
const now = new Date('2026-03-01T12:00:00Z')

test('the example of the front page counts as the server does', () => {
  for (const mail of example.mails) {
    expect(mail.points_received).toBe(pointsOf(mail.threat_level, mail.is_delivered))
    // From this day to 30 days ago.
    expect(mail.points).toBeLessThanOrEqual(mail.points_received)
    expect(mail.points).toBeGreaterThanOrEqual(mail.points_received / 2)
  }
  const points = example.mails.reduce((sum, mail) => sum + mail.points, example.other_mail.points)
  expect(points).toBeCloseTo(example.points)
  expect(riskScore(scaledPoints(points, now), now)).toBeCloseTo(example.risk_score)
  const days = daysUntilBelow(bandStart.medium, points)
  expect(example.forecast).toEqual([{ band: 'low', days }])
})

test('the senders of the example are those of the content, in their order', () => {
  expect(example.mails.map((mail) => mail.sender_domain)).toEqual([
    'a.example',
    'b.example',
    'c.example',
    'd.example',
  ])
})
