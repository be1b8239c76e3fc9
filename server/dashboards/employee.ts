import * as v from 'valibot'
import {
  employeeDashboardEndpoint,
  type MailCheckOffer,
} from '../../contract/endpoints/employee-dashboard.ts'
import { can, type Role } from '../../contract/permissions.ts'
import type { Services } from '../core/services.ts'
import { bindUser } from '../http/bind.ts'
import { type RecentThreat, readRecentThreats } from '../scans/recent-threats.ts'
import { riskScore } from '../scans/risk.ts'
import { readTotals } from '../scans/totals.ts'

/** GET /dashboard/employee (R279, R352): the caller's own mail, for every role. */
export function employeeDashboard(services: Services) {
  const { database, clock, rspamdUrl } = services
  return bindUser(services, employeeDashboardEndpoint, async (_input, { user }) => {
    const totals = await readTotals(database, user.id)
    const threats = await readRecentThreats(database, { userId: user.id })
    const caught = totals.suspicious + totals.malicious
    return {
      risk_score: riskScore(totals.risk_sum, clock()),
      total_emails_scanned: totals.safe + caught,
      phishing_emails_caught: caught,
      safe_emails: totals.safe,
      recent_phishing_emails: threats.map(showThreat),
      mail_checks: offerOf(rspamdUrl !== null, user.role),
    }
  })
}

/** Only admins are told what they can configure. */
function offerOf(isConfigured: boolean, role: Role): MailCheckOffer | null {
  if (isConfigured) return 'offered'
  return can(role, 'view:admin') ? 'not_configured' : null
}

const indicatorList = v.array(v.string())

function showThreat(scan: RecentThreat) {
  return {
    id: scan.id,
    email_subject: scan.email_subject,
    sender_domain: scan.sender_domain,
    threat_level: scan.threat_level,
    detection_reason: scan.detection_reason,
    timestamp: scan.received_at,
    disposition: scan.disposition,
    scan_details: {
      content_analysis: { indicators: v.parse(indicatorList, JSON.parse(scan.indicators)) },
    },
  }
}
