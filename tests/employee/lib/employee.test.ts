import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { drawnAtOnce } from '../../../src/lib/emails/threats.ts'
import { threatFigures } from '../../../src/lib/employee/employee-figures.ts'
import { mailShares } from '../../../src/lib/employee/mail-shares.ts'

test('a dashboard without data is empty, not broken', { tags: ['R008'] }, () => {
  expect(parse(employeeDashboardEndpoint.output, {})).toEqual({
    report_answers: [],
    mail_checks: null,
    lists_messages: false,
    explains_risk: false,
    risk_score: 0,
    total_emails_scanned: 0,
    phishing_emails_caught: 0,
    safe_emails: 0,
    recent_phishing_emails: [],
  })
})

test.each([
  [3, 1, { safe: 75, phishing: 25 }],
  [0, 7, { safe: 0, phishing: 100 }],
  [0, 0, { safe: 0, phishing: 0 }],
])('%i safe and %i phishing mails have the shares %j', (safe, phishing, shares) => {
  expect(mailShares(safe, phishing)).toEqual(shares)
})

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
