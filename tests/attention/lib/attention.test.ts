import { expect, test } from 'vitest'
import { needsNothing } from '../../../src/lib/attention/attention.ts'
import { seriesOf } from '../../../src/lib/attention/daily-counts.ts'
import { nothing } from '../../support/worlds/answers.ts'

test('nothing is needed only if every figure is 0', () => {
  expect(needsNothing(nothing)).toBe(true)
  // These come with the totals, above what else is needed.
  expect(needsNothing({ ...nothing, attacks: { count: 1, attacked: [] } })).toBe(true)
  for (const needs of [
    { silent_gateways: { count: 1, silent: [] } },
    { refused_requests: { count: 1, refused: [] } },
    { unknown_keys: { count: 1, last_at: null } },
    { expiring_keys: { count: 1, expiring: [] } },
    { operator_keys: { count: 1, keys: [] } },
    { undecided_judges: { count: 1, judges: [] } },
    { failing_mailboxes: { count: 1, failing: [] } },
    { refused_credentials: { count: 1, refused: [] } },
    { doubted_judges: { count: 1, judges: [] } },
    { support_requests: { count: 1, requests: [] } },
    { missing_factors: { count: 1, lacking: [] } },
    { admins_without_factor: 1 },
    { invited_users: { count: 1, oldest_at: null } },
    { waiting_mails: { count: 1, oldest_at: null, given_up: 0 } },
    { waiting_mails: { count: 0, oldest_at: null, given_up: 1 } },
  ]) {
    expect(needsNothing({ ...nothing, ...needs })).toBe(false)
  }
})

test('a day without mail is 0, and one before counting began is unknown', () => {
  const series = seriesOf({
    first_day: '2026-02-27',
    last_day: '2026-03-02',
    counted_since: '2026-02-28',
    days: [{ day: '2026-03-01', safe: 5, suspicious: 2, malicious: 1 }],
  })
  expect(series).toEqual({
    times: ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
    safe: [null, 0, 5, 0],
    suspicious: [null, 0, 2, 0],
    malicious: [null, 0, 1, 0],
  })
})
