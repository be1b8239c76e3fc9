import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../contract/endpoints/employee-dashboard.ts'
import {
  fateOf,
  hasMore,
  indicatorsOf,
  monthsOf,
  type Threat,
  wordsOf,
} from '../../src/lib/screens/threats.ts'

function threat(overrides: Record<string, unknown> = {}): Threat {
  const [made] = parse(employeeDashboardEndpoint.output, {
    recent_phishing_emails: [{ id: 't', ...overrides }],
  }).recent_phishing_emails
  return made ?? expect.fail('no threat')
}

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
])('R125 R126 R127 of %i indicators %i are shown and %i are more', (count, shown, more) => {
  const threat = threatWith({ content_analysis: { indicators: indicators(count) } })
  expect(indicatorsOf(threat)).toEqual({ shown: indicators(shown), more })
})

test.each([
  null,
  undefined,
  {},
  { content_analysis: null },
  { content_analysis: { indicators: null } },
])('R128 with %j there are none', (details) => {
  expect(indicatorsOf(threatWith(details))).toEqual({ shown: [], more: 0 })
})

test.each([
  ['four signs', { indicators: indicators(4) }, true],
  ['three signs', { indicators: indicators(3) }, false],
  ['a sign that goes on and on', { indicators: ['sign '.repeat(60)] }, true],
  ['nothing', { indicators: [] }, false],
])('a threat with %s has more to show: %j is %j', (_, content_analysis, more) => {
  expect(hasMore(threatWith({ content_analysis }))).toBe(more)
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
  ['safe', null, undefined],
  ['safe', 'quarantined', undefined],
])(
  'A230 what became of %s mail with the disposition %s is %s',
  (threat_level, disposition, fate) => {
    expect(fateOf(threat({ threat_level, disposition }))).toBe(fate)
  },
)

test.each(['', ' ', '\t\n', '\u00a0', '\u200b', '\u202e \u2066'])(
  'R118 a subject of %j is empty',
  (email_subject) => {
    expect(wordsOf(threat({ email_subject })).subject).toBe('')
  },
)

test('R118 a subject with blanks around it shows as it arrives', () => {
  expect(wordsOf(threat({ email_subject: ' Invoice ' })).subject).toBe(' Invoice ')
})

test('A231 threats are grouped by month in the order in which they came', () => {
  const times = ['2026-03-20', '2026-03-02', '2026-01-15', 'some day', '2026-03-01', '2025-03-10']
  const months = monthsOf(times.map((day) => threat({ id: day, timestamp: `${day}T12:00:00Z` })))
  expect(months.map(({ name, threats }) => [name, threats.map(({ id }) => id)])).toEqual([
    ['March 2026', ['2026-03-20', '2026-03-02', '2026-03-01']],
    ['January 2026', ['2026-01-15']],
    ['', ['some day']],
    ['March 2025', ['2025-03-10']],
  ])
})
