import { DatabaseSync } from 'node:sqlite'
import type { ThreatLevel } from '../../../../contract/emails/threat-level.ts'
import { isPostgresUrl } from '../../../../server/core/database-address.ts'
import { newId } from '../../../../server/database/id.ts'
import { cacheKibibytes } from '../../../../server/database/opening/open-sqlite.ts'
import { deleteAfter } from '../../../../server/emails/retention.ts'
import { riskOf } from '../../../../server/risk/risk-score.ts'
import { openPool } from './query.ts'

/** The bench's reports; a gateway sends more. */
interface ReportedScan {
  readonly recipient: string
  readonly sender: string
  readonly subject: string
  readonly threat_level: ThreatLevel
}

interface Kept {
  readonly id: string
  readonly threat_level: string
}

/**
 * Keeps mail of users of an organization and adds it to all totals, on the disk when it returns, all or
 * none. Mail of others is left out.
 */
export type Writer = (
  organizationId: string,
  scans: readonly ReportedScan[],
) => Promise<readonly Kept[]> | readonly Kept[]

export function openWriter(address: string): Writer {
  return isPostgresUrl(address) ? postgresWriter(address) : sqliteWriter(address)
}

function rowOf({ sender, subject, threat_level, recipient }: ReportedScan, now: Date) {
  const isMalicious = threat_level === 'malicious'
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const words = isMalicious ? ['', domain] : [subject.toLowerCase(), sender]
  return {
    id: newId(),
    recipient,
    threat_level,
    safe: threat_level === 'safe' ? 1 : 0,
    suspicious: threat_level === 'suspicious' ? 1 : 0,
    malicious: isMalicious ? 1 : 0,
    sender_domain: domain,
    email_subject: isMalicious ? '' : subject,
    sender_address: isMalicious ? '' : sender,
    search_text: words.join('\n'),
    delete_after: deleteAfter(threat_level, now),
    risk: riskOf(threat_level, !isMalicious, now),
  }
}

const scanColumns = `id, user_id, organization_id, received_at, threat_level, sender_domain,
  email_subject, sender_address, search_text, delete_after, detection_reason, indicators`
/** @param rows of the keys and the sums, which are added to those that are there */
const addTo = (table: string, keys: string, sums: string, rows: string) =>
  `insert into ${table} (${keys}, ${sums}) ${rows} on conflict (${keys})
    do update set ${sums.split(', ').map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`)}`
const counts = 'safe, suspicious, malicious'
const risks = `${counts}, risk_sum`
const arriving = `do update set last_report_at = excluded.last_report_at,
  last_message_at = excluded.last_message_at, last_level = excluded.last_level, silent_since = null`
const arrivalColumns = `organization_id, first_report_at, last_report_at, first_message_at,
  last_message_at, last_level`

/** One statement, which commits by itself: the rows that all reports change are written at its end. */
function postgresWriter(address: string): Writer {
  const pool = openPool(address)
  const sums = 'sum(safe), sum(suspicious), sum(malicious)'
  const all = `${sums} from addressed having count(*) > 0`
  const each = `user_id, ${sums}, sum(risk) from addressed group by user_id order by user_id`
  const text = `with given as (select * from json_to_recordset($1) as given (id text, recipient text,
      threat_level text, safe bigint, suspicious bigint, malicious bigint, sender_domain text,
      email_subject text, sender_address text, search_text text, delete_after text, risk float8)),
    addressed as (select given.*, users.id as user_id from given
      join users on users.email = given.recipient and users.organization_id = $2
      for key share of users),
    days as (${addTo('daily_counts', 'organization_id, day', counts, `select $2, $4, ${all}`)}),
    months as (${addTo('monthly_scans', 'organization_id, month', counts, `select $2, $5, ${all}`)}),
    latest as (insert into arrivals (${arrivalColumns})
      select $2, $3, $3, $3, $3, max(threat_level) from addressed having count(*) > 0
      on conflict (organization_id) ${arriving}),
    parts as (${addTo('organization_totals', 'organization_id, user_id', risks, `select $2, ${each}`)}),
    totals as (${addTo('scan_totals', 'user_id', risks, `select ${each}`)}),
    kept as (insert into scans (${scanColumns})
      select id, user_id, $2, $3, threat_level, sender_domain, email_subject, sender_address,
        search_text, delete_after, '', '[]' from addressed)
    select id, threat_level from addressed`
  return async (organizationId, scans) => {
    const now = new Date()
    const at = now.toISOString()
    const rows = JSON.stringify(scans.map((scan) => rowOf(scan, now)))
    const values = [rows, organizationId, at, at.slice(0, 10), at.slice(0, 7)]
    return (await pool.query<Kept>({ name: 'write', text, values })).rows
  }
}

function sqliteWriter(address: string): Writer {
  const database = new DatabaseSync(address)
  // As durable as the server.
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;
    pragma cache_size = -${cacheKibibytes}`)
  const findUser = database.prepare('select id from users where email = ? and +organization_id = ?')
  const insert = database.prepare(
    `insert into scans (${scanColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', '[]')`,
  )
  const prepareAdd = (table: string, keys: string, sums: string) => {
    const values = [...keys.split(', '), ...sums.split(', ')].map(() => '?')
    return database.prepare(addTo(table, keys, sums, `values (${values})`))
  }
  const addTotals = prepareAdd('scan_totals', 'user_id', risks)
  const addParts = prepareAdd('organization_totals', 'organization_id, user_id', risks)
  const addMonth = prepareAdd('monthly_scans', 'organization_id, month', counts)
  const addDay = prepareAdd('daily_counts', 'organization_id, day', counts)
  const noteArrival = database.prepare(
    `insert into arrivals (${arrivalColumns}) values (?, ?, ?, ?, ?, ?)
     on conflict (organization_id) ${arriving}`,
  )
  return (organizationId, scans) => {
    const now = new Date()
    const at = now.toISOString()
    const kept: Kept[] = []
    const sums = { safe: 0, suspicious: 0, malicious: 0 }
    database.exec('begin immediate')
    for (const scan of scans) {
      const user = findUser.get(scan.recipient, organizationId)
      if (user === undefined) continue
      const row = rowOf(scan, now)
      const { id, threat_level, safe, suspicious, malicious, risk } = row
      const userId = String(user.id)
      insert.run(
        ...[id, userId, organizationId, at, threat_level, row.sender_domain, row.email_subject],
        ...[row.sender_address, row.search_text, row.delete_after],
      )
      addTotals.run(userId, safe, suspicious, malicious, risk)
      addParts.run(organizationId, userId, safe, suspicious, malicious, risk)
      sums[threat_level] += 1
      kept.push({ id, threat_level })
    }
    const { safe, suspicious, malicious } = sums
    const last = kept.at(-1)
    if (last !== undefined) {
      addMonth.run(organizationId, at.slice(0, 7), safe, suspicious, malicious)
      addDay.run(organizationId, at.slice(0, 10), safe, suspicious, malicious)
      noteArrival.run(organizationId, at, at, at, at, last.threat_level)
    }
    database.exec('commit')
    return kept
  }
}
