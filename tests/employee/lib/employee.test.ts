import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
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
