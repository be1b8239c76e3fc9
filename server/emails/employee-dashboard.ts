import type { Locale } from '../../contract/core/locale.ts'
import { employeeDashboardEndpoint } from '../../contract/emails/employee-dashboard.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { readTotals, riskScore } from '../risk/risk.ts'
import { readMoved } from './moved-mail.ts'
import { type RecentThreat, readRecentThreats } from './recent-threats.ts'
import { findAnswers } from './reports/answers.ts'
import { showReasons } from './sentences/sentence.ts'

/** GET /dashboard/employee (R279, R352): the caller's own mail, for every role. */
export function employeeDashboard(services: Services) {
  const { database, clock } = services
  return bindUser(services, employeeDashboardEndpoint, async (_input, { user, locale }) => {
    const now = clock()
    const totals = await readTotals(database, user.id)
    const threats = await readRecentThreats(database, {
      userId: user.id,
      now: now.toISOString(),
    })
    const withFate = await readMoved(database, user.id)
    const caught = totals.suspicious + totals.malicious
    return {
      risk_score: riskScore(totals.risk_sum, now),
      total_emails_scanned: totals.safe + caught,
      phishing_emails_caught: caught,
      safe_emails: totals.safe,
      recent_phishing_emails: threats.map((scan) => withFate(showThreat(scan, locale))),
      report_answers: await findAnswers(database, user, now),
      mail_checks: 'offered' as const,
      lists_messages: true,
      explains_risk: true,
    }
  })
}

function showThreat(scan: RecentThreat, locale: Locale | undefined) {
  return {
    id: scan.id,
    email_subject: scan.email_subject,
    sender_domain: scan.sender_domain,
    sender_address: scan.sender_address,
    threat_level: scan.threat_level,
    timestamp: scan.received_at,
    disposition: scan.disposition,
    ...showReasons(scan, locale),
  }
}
