import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { displayMonth } from '../../../src/lib/core/i18n/format.ts'
import {
  fateOf,
  hasMore,
  monthsOf,
  splitIndicators,
  type Threat,
  wordsOf,
} from '../../../src/lib/emails/threats.ts'

function threat(overrides: Record<string, unknown> = {}): Threat {
  const [made] = parse(employeeDashboardEndpoint.output, {
    recent_phishing_emails: [{ id: 't', ...overrides }],
  }).recent_phishing_emails
  return made ?? expect.fail('no threat')
}

const indicatorsOf = (given: Threat) => given.scan_details.content_analysis.indicators

function threatWith(scan_details: unknown) {
  return threat({ scan_details })
}

function indicators(count: number) {
  return Array.from({ length: count }, (_, index) => `indicator ${index + 1}`)
}

test.each([
  [5, 3, 2],
  [4, 3, 1],
  [3, 3, 0],
  [0, 0, 0],
])(
  'with %i indicators %i are shown and %i are more',
  { tags: ['R125', 'R126', 'R127'] },
  (count, shown, more) => {
    const threat = threatWith({ content_analysis: { indicators: indicators(count) } })
    expect(splitIndicators(indicatorsOf(threat))).toEqual({ shown: indicators(shown), more })
  },
)

test.each([
  null,
  undefined,
  {},
  { content_analysis: null },
  { content_analysis: { indicators: null } },
])('with %j there are no indicators', { tags: ['R128'] }, (details) => {
  expect(splitIndicators(indicatorsOf(threatWith(details)))).toEqual({ shown: [], more: 0 })
})

test.each([
  ['four signs', { indicators: indicators(4) }, true],
  ['three signs', { indicators: indicators(3) }, false],
  ['a very long sign', { indicators: ['sign '.repeat(60)] }, true],
  ['a sign that is just shown in full', { indicators: ['x'.repeat(160)] }, false],
  ['a sign that is one letter longer', { indicators: ['x'.repeat(161)] }, true],
  ['nothing', { indicators: [] }, false],
])('a threat with %s can be expanded: %j is %j', (_, content_analysis, more) => {
  const given = threatWith({ content_analysis })
  expect(hasMore(given, indicatorsOf(given))).toBe(more)
})

test.each([
  ['malicious', null, 'maliciousKeptOut'],
  ['malicious', 'quarantined', 'maliciousKeptOut'],
  ['malicious', 'rejected', 'maliciousKeptOut'],
  ['malicious', 'delivered', 'maliciousDelivered'],
  ['suspicious', null, 'suspiciousDelivered'],
  ['suspicious', 'delivered', 'suspiciousDelivered'],
  ['suspicious', 'quarantined', 'suspiciousKeptOut'],
  ['suspicious', 'rejected', 'suspiciousKeptOut'],
  ['malicious', 'moved', 'maliciousMoved'],
  ['suspicious', 'moved', 'suspiciousMoved'],
  ['safe', null, undefined],
  ['safe', 'quarantined', undefined],
])('%s mail with the disposition %s is %s', (threat_level, disposition, fate) => {
  expect(fateOf(threat({ threat_level, disposition }))).toBe(fate)
})

test.each(['', ' ', '\t\n', '\u00a0', '\u200b', '\u202e \u2066'])(
  'a subject of %j is empty',
  { tags: ['R118'] },
  (email_subject) => {
    expect(wordsOf(threat({ email_subject })).subject).toBe('')
  },
)

test('blanks around a subject stay', { tags: ['R118'] }, () => {
  expect(wordsOf(threat({ email_subject: ' Invoice ' })).subject).toBe(' Invoice ')
})

test('threats are grouped by month in their original order', () => {
  const times = ['2026-03-20', '2026-03-02', '2026-01-15', 'some day', '2026-03-01', '2025-03-10']
  const threats = times.map((day) => threat({ id: day, timestamp: `${day}T12:00:00Z` }))
  const months = monthsOf(threats, displayMonth)
  expect(months.map(({ name, threats }) => [name, threats.map(({ id }) => id)])).toEqual([
    ['March 2026', ['2026-03-20', '2026-03-02', '2026-03-01']],
    ['January 2026', ['2026-01-15']],
    ['', ['some day']],
    ['March 2025', ['2025-03-10']],
  ])
})
