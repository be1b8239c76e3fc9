import { expect, test } from 'vitest'
import { keptPoints } from '../../../server/risk/counting-mail.ts'

const blocked = 'Blocked by a red flag of the recipient'

/** Mail from before points were kept. */
const former = { disposition: null, detection_reason: 'A forged sender', risk_points: null }

test.each([
  ['the level counted less then', { threat_level: 'malicious', risk_points: 3 }, 3],
  ['the mail counted nothing then', { threat_level: 'malicious', risk_points: 0 }, 0],
  [
    'an own flag hides the level, but points were kept',
    { detection_reason: blocked, risk_points: 1 },
    1,
  ],
] as const)('the points that were kept are taken when %s', (_, scan, points) => {
  expect(keptPoints({ ...former, threat_level: 'malicious', ...scan })).toBe(points)
})

test.each([
  ['safe', null, 0],
  ['suspicious', null, 3],
  ['suspicious', 'quarantined', 1],
  ['malicious', null, 10],
  ['malicious', 'delivered', 20],
  ['malicious', 'quarantined', 10],
] as const)(
  '%s mail without kept points, disposition %s, counted %i',
  (threat_level, disposition, points) => {
    expect(keptPoints({ ...former, threat_level, disposition })).toBe(points)
  },
)

test.each([
  ['malicious', blocked, undefined],
  ['malicious', `${blocked}: forged`, undefined],
  ['malicious', 'You blocked this sender', undefined],
  ['malicious', `Not: ${blocked}`, 10],
  ['suspicious', blocked, 3],
] as const)(
  '%s mail without kept points, because of "%s", counted %s',
  (threat_level, detection_reason, points) => {
    expect(keptPoints({ ...former, threat_level, detection_reason })).toBe(points)
  },
)
