import type { Selectable } from 'kysely'
import type { Locale } from '../../contract/core/locale.ts'
import { employeeDashboardEndpoint } from '../../contract/emails/employee-dashboard.ts'
import { prepare } from '../database/drivers/prepare.ts'
import { isKeptAt, newest, newestDangerous } from '../database/kept-mail.ts'
import type { Scans } from '../database/tables/mail.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { readTotals, riskScore } from '../risk/risk.ts'
import { readMoved } from './messages/moved.ts'
import { findAnswers } from './reports/answers.ts'
import { showReasons } from './sentences/sentence.ts'

const columns = [
  'id',
  'email_subject',
  'sender_domain',
  'sender_address',
  'threat_level',
  'reason',
  'detection_reason',
  'received_at',
  'disposition',
  'indicators',
] as const
type RecentThreat = Pick<Selectable<Scans>, (typeof columns)[number]>

/** A user's newest mail that is not safe; of mails of one moment, those with the newer ids. */
export const readRecentThreats = prepare((database, named: (name: 'userId' | 'now') => string) =>
  newestDangerous(database, columns, named('userId'), isKeptAt(named('now')))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(newest),
)

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
