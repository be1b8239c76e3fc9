import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../src/lib/contract/employee-dashboard.ts'
import { hasMore, indicatorsOf, mailShares } from '../../src/lib/employee.ts'

function threatWith(details: unknown) {
  const [threat] = parse(employeeDashboardEndpoint.output, {
    recent_phishing_emails: [{ id: 't', scan_details: details }],
  }).recent_phishing_emails
  return threat ?? expect.fail('no threat')
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

test('R008 a dashboard without anything is empty, not broken', () => {
  expect(parse(employeeDashboardEndpoint.output, {})).toEqual({
    risk_score: 0,
    total_emails_scanned: 0,
    phishing_emails_caught: 0,
    safe_emails: 0,
    recent_phishing_emails: [],
  })
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
  [3, 1, { safe: 75, phishing: 25 }],
  [0, 7, { safe: 0, phishing: 100 }],
  [0, 0, { safe: 0, phishing: 0 }],
])('of %i safe and %i phishing mails the shares are %j', (safe_emails, phishing, shares) => {
  const counts = { safe_emails, phishing_emails_caught: phishing }
  expect(mailShares(parse(employeeDashboardEndpoint.output, counts))).toEqual(shares)
})
