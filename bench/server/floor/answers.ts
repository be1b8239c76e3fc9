import { riskScore } from '../../../server/scans/risk.ts'
import type { Query, Row } from './query.ts'

/** The same queries and bodies as the server's, written by hand. */
export function answersOf(
  query: Query,
): Readonly<Record<string, (personId: string) => Promise<unknown>>> {
  return {
    '/api/dashboard/employee': employeeDashboard(query),
    '/api/flags/list': flags(query),
    '/api/admin/users?limit=50': firstPeople(query),
  }
}

const newestOf = `select * from (select * from scans where user_id = ? and threat_level = ?
  order by received_at desc limit 50) as newest`

function employeeDashboard(query: Query) {
  const findTotals = query(
    'select safe, suspicious, malicious, risk_sum from scan_totals where user_id = ?',
  )
  const findThreats = query(`${newestOf} union all ${newestOf} order by received_at desc limit 50`)
  return async (id: string) => {
    const [totals] = await findTotals([id])
    const threats = await findThreats([id, 'malicious', id, 'suspicious'])
    const caught = Number(totals?.suspicious) + Number(totals?.malicious)
    return {
      risk_score: riskScore(Number(totals?.risk_sum), new Date()),
      total_emails_scanned: Number(totals?.safe) + caught,
      phishing_emails_caught: caught,
      safe_emails: totals?.safe,
      recent_phishing_emails: threats.map(showThreat),
    }
  }
}

function showThreat(row: Row) {
  return {
    id: row.id,
    email_subject: row.email_subject,
    sender_domain: row.sender_domain,
    threat_level: row.threat_level,
    detection_reason: row.detection_reason,
    timestamp: row.received_at,
    disposition: row.disposition,
    scan_details: { content_analysis: { indicators: JSON.parse(String(row.indicators)) } },
  }
}

function flags(query: Query) {
  const findFlags = query('select * from flags where user_id = ? order by id desc')
  return async (id: string) => {
    const rows = await findFlags([id])
    const red = rows.filter(({ flag_type }) => flag_type === 'red').length
    return {
      success: true,
      flags: rows.map(({ id: flagId, flag_type, value, reason, created_at, blocked_count }) => ({
        id: flagId,
        flag_type,
        value,
        reason,
        created_at,
        ...(flag_type === 'red' ? { blocked_count } : {}),
      })),
      total: rows.length,
      green_count: rows.length - red,
      red_count: red,
    }
  }
}

function firstPeople(query: Query) {
  const findPeople = query(
    `select users.id, username, email, full_name, role, organization_id, department, phone,
     is_active, consented_at, risk_sum from users
     left join scan_totals on scan_totals.user_id = users.id order by users.id limit 51`,
  )
  return async () => {
    const now = new Date()
    return (await findPeople([])).slice(0, 50).map(({ consented_at, risk_sum, ...person }) => ({
      ...person,
      is_active: person.is_active === 1,
      risk_score: riskScore(Number(risk_sum), now),
      has_consented: consented_at !== null,
    }))
  }
}
