import { prices } from '../../../../contract/receipts/price.ts'
import { jodOf } from '../../../../server/core/formats.ts'
import {
  type CountedThreats,
  isUnusual,
  showThreats,
} from '../../../../server/organizations/attacks.ts'
import { riskScore } from '../../../../server/risk/risk-score.ts'
import type { holding, Query, Row } from './query.ts'

const [{ fils: priceFils }] = prices

/** The same queries and bodies as the server's, written by hand. */
export function answersOf(
  query: Query,
  holds: ReturnType<typeof holding>,
): Readonly<Record<string, (userId: string) => Promise<unknown>>> {
  return {
    '/api/dashboard/employee': employeeDashboard(query),
    '/api/messages': messages(query, ''),
    '/api/messages?q=sender-4242': messages(query, 'sender-4242'),
    '/api/flags/list': flags(query),
    '/api/auth/me': me(query),
    '/api/dashboard/team': team(query),
    '/api/admin/dashboard': system(query),
    '/api/admin/users?limit=50': firstUsers(query),
    '/api/admin/organizations?limit=50': firstOrganizations(query),
    '/api/search?q=number%204213': search(query, holds, 'number 4213'),
    '/api/search?q=person': search(query, holds, 'person'),
  }
}

const newestOf = `select * from (select id, email_subject, sender_domain, sender_address, threat_level,
    detection_reason, received_at as timestamp, disposition, indicators
  from scans where user_id = ? and threat_level = ? order by received_at desc limit 50) as newest`

function employeeDashboard(query: Query) {
  const findTotals = query(
    'select safe, suspicious, malicious, risk_sum from scan_totals where user_id = ?',
  )
  const findThreats = query(`${newestOf} union all ${newestOf} order by timestamp desc limit 50`)
  const findMoved = query(
    `select scan_id from mailboxes join mailbox_mails on mailbox_id = mailboxes.id
     where mailboxes.user_id = ? and place = 'moved'`,
  )
  const findAnswers = query(
    `select report.id, report.at, report.detail, report.target_id, closing.at as answered_at,
       closing.detail as answer from audit as report
     join audit as closing on closing.target_id = report.id
     where report.actor_id = ? and report.action = 'mail-report' and report.at > ?
       and closing.action = 'request-close' and closing.at > ?
     order by closing.at desc, report.id desc limit 20`,
  )
  return async (id: string) => {
    const now = new Date()
    const [totals] = await findTotals([id])
    await findMoved([id])
    const threats = await findThreats([id, 'malicious', id, 'suspicious'])
    const caught = Number(totals?.suspicious) + Number(totals?.malicious)
    return {
      risk_score: riskScore(Number(totals?.risk_sum), now),
      total_emails_scanned: Number(totals?.safe) + caught,
      phishing_emails_caught: caught,
      safe_emails: Number(totals?.safe),
      recent_phishing_emails: threats.map(showThreat),
      // None of the bench's users has reported a mail.
      report_answers: await findAnswers([id, days(now, -44), days(now, -14)]),
      mail_checks: 'offered',
      lists_messages: true,
      explains_risk: true,
    }
  }
}

function showThreat({ indicators, ...threat }: Row) {
  const content_analysis = { indicators: JSON.parse(String(indicators)) }
  return { ...threat, scan_details: { content_analysis } }
}

function messages(query: Query, wanted: string) {
  const search = wanted === '' ? '' : `and search_text like '%${wanted}%'`
  const find = query(
    `select id, email_subject, sender_domain, sender_address, threat_level, detection_reason,
       received_at as timestamp, disposition, indicators, delete_after, spf, dkim, dmarc
     from scans where id in (select id from scans
       where user_id = ? and (delete_after is null or delete_after > ?) ${search}
       order by received_at desc, id desc limit 51)
     order by received_at desc, id desc`,
  )
  return async (id: string) => {
    const rows = await find([id, new Date().toISOString()])
    return rows.slice(0, 50).map(({ spf, dkim, dmarc, ...threat }) => ({
      ...showThreat(threat),
      authentication: { spf, dkim, dmarc },
    }))
  }
}

function flags(query: Query) {
  const findFlags = query(
    `select id, flag_type, value, reason, created_at, blocked_count from flags
     where user_id = ? order by id desc`,
  )
  return async (id: string) => {
    const rows = await findFlags([id])
    const red = rows.filter(({ flag_type }) => flag_type === 'red').length
    return {
      success: true,
      flags: rows.map(({ blocked_count, ...flag }) =>
        flag.flag_type === 'red' ? { ...flag, blocked_count: Number(blocked_count) } : flag,
      ),
      total: rows.length,
      green_count: rows.length - red,
      red_count: red,
    }
  }
}

const userColumns = `users.id, username, email, full_name, role, organization_id, department,
  users.phone, is_active, consented_at, risk_sum`

function showUser({ consented_at, risk_sum, ...user }: Row, now: Date) {
  return {
    ...user,
    is_active: Number(user.is_active) === 1,
    risk_score: riskScore(Number(risk_sum), now),
    has_consented: consented_at !== null,
  }
}

function firstUsers(query: Query) {
  const findUsers = query(
    `select ${userColumns}, organizations.name as organization_name from users
     left join scan_totals on scan_totals.user_id = users.id
     left join organizations on organizations.id = users.organization_id
     order by users.id limit 51`,
  )
  const countUsers = query(
    `select (select count(*) from users)
       - (select count(*) from users where removed_at is not null) as count`,
  )
  const places = Array.from({ length: 50 }, () => '?')
  const findAliases = query(
    `select user_id, address from user_aliases where user_id in (${places}) order by address`,
  )
  return async () => {
    const now = new Date()
    const users = (await findUsers([])).slice(0, 50)
    await countUsers([])
    const aliases = await findAliases(places.map((_, at) => String(users[at]?.id ?? '')))
    const byUser = Map.groupBy(aliases, ({ user_id }) => user_id)
    return users.map((row) => ({
      ...showUser(row, now),
      aliases: (byUser.get(row.id) ?? []).map(({ address }) => address),
    }))
  }
}

/** Beginnings, and what the trigram index has besides; the few that are asked for match equally well. */
function search(query: Query, holds: ReturnType<typeof holding>, term: string) {
  const begins = (table: string, column: string) =>
    `select id from (select id from ${table} where ${column} >= '${term}' and ${column} < '${term}~'
      order by ${column} limit 6) as best`
  const some = (table: string) => `select id from (${holds(table, term)} limit 24) as best`
  const findUsers = (ids: string) =>
    query(`select users.id, full_name, username, users.email, role, name as organization_name
      from users left join organizations on organizations.id = organization_id
      where users.id in (${ids}) and removed_at is null order by users.name_key limit 6`)
  const beginningUsers = findUsers(begins('users', 'name_key'))
  const otherUsers = findUsers(some('users'))
  const findOrganizations = query(
    `select id, name from organizations
     where id in (${begins('organizations', 'name_key')} union ${some('organizations')}) limit 6`,
  )
  return async () => {
    const begin = await beginningUsers([])
    const users = begin.length === 6 ? begin : await otherUsers([])
    return { users, organizations: await findOrganizations([]) }
  }
}

function me(query: Query) {
  const findUser = query(
    `select ${userColumns}, users.locale, answers_by_mail,
       organizations.locale as organization_locale,
       organizations.name as organization_name from users
     left join scan_totals on scan_totals.user_id = users.id
     left join organizations on organizations.id = users.organization_id where users.id = ?`,
  )
  return async (id: string) =>
    (await findUser([id])).map((row) => ({
      ...showUser(row, new Date()),
      has_own_account: true,
      answers_by_mail: Number(row.answers_by_mail) === 1,
      idle_seconds_left: 3600,
    }))[0]
}

function team(query: Query) {
  const findMembers = query(
    `select users.id, full_name, email, last_login_at as last_login, risk_sum from users
     left join organization_totals as totals on totals.user_id = users.id
       and totals.organization_id = users.organization_id
     where users.organization_id = (select organization_id from users where id = ?)
       and role != 'super_admin' order by users.id`,
  )
  const sumMail = query(
    `select sum(safe) as safe, sum(suspicious) + sum(malicious) as caught
     from organization_totals as totals join users on users.id = totals.user_id
     where totals.organization_id = (select organization_id from users where id = ?)
       and role != 'super_admin'`,
  )
  const findReports = query(
    `select audit.id, at, detail, target_id, target_type, full_name from audit
     cross join users where users.id = actor_id and action = 'mail-report' and at > ? and actor_id != ?
       and coalesce(actor_organization_id, '') = (select organization_id from users where id = ?)
     order by at desc, audit.id desc limit 100`,
  )
  return async (id: string) => {
    const now = new Date()
    const members = (await findMembers([id])).map(({ risk_sum, ...member }) => ({
      ...member,
      risk_score: riskScore(Number(risk_sum ?? 0), now),
    }))
    const [sums] = await sumMail([id])
    return {
      team_members: members,
      total_team_scans: Number(sums?.safe) + Number(sums?.caught),
      total_phishing_caught: Number(sums?.caught),
      average_risk_score:
        members.reduce((sum, { risk_score }) => sum + risk_score, 0) / (members.length || 1),
      open_reports: await findReports([days(now, -30), id, id]),
    }
  }
}

function system(query: Query) {
  const sumScans = query(
    `select sum(safe) as safe, sum(suspicious) + sum(malicious) as caught from monthly_scans`,
  )
  const countUsers = query('select count(*) as users from users where is_active = 1')
  const countOrganizations = query('select count(*) as organizations from organizations')
  const findAttacks = attacks(query)
  return async () => {
    const [[sums], [users], [organizations]] = await Promise.all([
      sumScans([]),
      countUsers([]),
      countOrganizations([]),
    ])
    const caught = Number(sums?.caught)
    const all = Number(sums?.safe) + caught
    return {
      total_users: Number(users?.users),
      total_organizations: Number(organizations?.organizations),
      total_scans: all,
      total_revenue: jodOf(all * priceFils),
      system_performance: {
        total_phishing_detected: caught,
        detection_rate: (caught / all) * 100,
        average_scan_cost: jodOf(priceFils),
      },
      attacks: await findAttacks(),
    }
  }
}

function firstOrganizations(query: Query) {
  const findOrganizations = query(
    `select id, name, industry, contact_email, phone, address, website, employee_count, created_at,
       suspended_at, locale,
       (select sum(safe + suspicious + malicious) from monthly_scans
        where organization_id = organizations.id) as scans,
       (select silent_since from arrivals
        where organization_id = organizations.id) as gateway_silent_since,
       ${threatColumns}
     from organizations order by id limit 51`,
  )
  const countOrganizations = query('select count(*) as count from organizations')
  return async () => {
    await countOrganizations([])
    const now = new Date()
    return (await findOrganizations(bounds(now))).slice(0, 50).map((row) => {
      const { scans, recent: _recent, earlier: _earlier, first_day: _first, ...organization } = row
      const { recent, usual, isUnusual } = threatsOf(row, now)
      return {
        ...organization,
        total_scans: Number(scans),
        total_cost: jodOf(Number(scans) * priceFils),
        recent_threats: recent,
        usual_threats: usual,
        has_unusual_attacks: isUnusual,
      }
    })
  }
}

const days = (now: Date, offset: number) =>
  new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10)

/** The columns of an organization's threats; `bounds` are their parameters. */
const threatColumns = `(select sum(suspicious + malicious) from daily_counts
    where organization_id = organizations.id and day > ? and day <= ?) as recent,
  (select sum(suspicious + malicious) from daily_counts
    where organization_id = organizations.id and day >= ? and day <= ?) as earlier,
  (select min(day) from daily_counts
    where organization_id = organizations.id and day >= ? and day <= ?) as first_day`

function bounds(now: Date): string[] {
  const [last, week, first] = [days(now, 0), days(now, -7), days(now, -34)]
  return [week, last, first, week, first, last]
}

function threatsOf(row: Row, now: Date) {
  const counted: CountedThreats & { suspended_at: string | null } = {
    recent: Number(row.recent),
    earlier: Number(row.earlier),
    first_day: row.first_day === null ? null : String(row.first_day),
    suspended_at: row.suspended_at === null ? null : String(row.suspended_at),
  }
  return { ...showThreats(counted, now), isUnusual: isUnusual(counted, now) }
}

/** The organizations with unusual attacks, as the overview names them. */
function attacks(query: Query) {
  const find = query(
    `select id, name, suspended_at, ${threatColumns} from organizations where suspended_at is null`,
  )
  return async () => {
    const now = new Date()
    const jumps = (await find(bounds(now)))
      .map((row) => ({ id: row.id, name: row.name, ...threatsOf(row, now) }))
      .filter((it) => it.isUnusual)
      .sort((one, other) => other.recent - other.usual - (one.recent - one.usual))
      .map(({ isUnusual: _, ...jump }) => jump)
    return { count: jumps.length, attacked: jumps.slice(0, 5) }
  }
}
