import { sql } from 'kysely'
import type { AttackKind } from '../../contract/emails/attack-kind.ts'
import { showTeamReportEndpoint } from '../../contract/team/show-team-report.ts'
import { byText } from '../core/fold.ts'
import { countRows } from '../database/count-rows.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { reasonColumns } from '../emails/emails.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { nameOfOrganization } from '../organizations/organizations.ts'
import { riskScore } from '../risk/risk.ts'
import { byFrequency, kindOfAttack } from './attack-kinds.ts'
import {
  boundsOf,
  countDepartment,
  countKinds,
  countMalicious,
  countOrganization,
  type Period,
  threatsOf,
  wholeSince,
} from './report-counts.ts'
import { chunked, departmentsOf, readMembers } from './report-members.ts'

/** Bounds the work for an organization that is flooded. */
const mostJudged = 1000

/**
 * The members with dangerous mail since a moment, the hardest hit first, and what the mail was after.
 * Mail from before a member came to the organization does not count.
 */
export async function findAttacked(database: Database, organizationId: string, since: string) {
  const members = await readMembers(database, organizationId, undefined)
  const names = new Map(members.map(({ id, full_name }) => [id, full_name]))
  const hit: { id: string; full_name: string; threats: number }[] = []
  const kinds = new Map<AttackKind, number>()
  let judged = 0
  for await (const ids of chunked([...names.keys()])) {
    const threats = threatsOf(database, organizationId, ids)
      .where('threat_level', 'in', ['suspicious', 'malicious'])
      .where('received_at', '>=', since)
    const counts = await threats
      .select(({ fn }) => ['scans.user_id', fn.countAll().as('threats')])
      .groupBy('scans.user_id')
      .execute()
    for (const { user_id, threats: count } of counts) {
      hit.push({ id: user_id, full_name: names.get(user_id) ?? '', threats: Number(count) })
    }
    if (counts.length === 0 || judged === mostJudged) continue
    const mails = await threats
      .select(reasonColumns)
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostJudged - judged)
      .execute()
    judged += mails.length
    for (const kind of mails.map(kindOfAttack)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return {
    members: hit.toSorted((one, other) => other.threats - one.threats || byText(one.id, other.id)),
    kinds: Array.from(kinds, ([kind, count]) => ({ kind, count })).sort(byFrequency),
  }
}

const mostListed = 8
const highRisk = 70

/**
 * GET /team/report: counts of an organization outlive its mail. A department is not counted by
 * itself, so its figures come from the mail of its present members that is still kept.
 */
export function showTeamReport(services: Services) {
  const { database, clock, limits } = services
  return bindUser(services, showTeamReportEndpoint, async ({ from, to, department }, { user }) => {
    const organizationId = user.organization_id ?? ''
    const now = clock()
    const period = { from, to, now }
    const members = (await readMembers(database, organizationId, department))
      .map((member) => ({ ...member, risk_score: riskScore(member.risk_sum ?? 0, now) }))
      .sort((one, other) => other.risk_score - one.risk_score)
    const riskiest = members.slice(0, mostListed)
    const ids = members.map(({ id }) => id)
    const malicious = await countMalicious(
      database,
      organizationId,
      riskiest.map(({ id }) => id),
      period,
    )
    const risks = members.map(({ risk_score }) => risk_score)
    return {
      organization: await nameOfOrganization(database, user.organization_id),
      from,
      to,
      made_at: now.toISOString(),
      departments: await departmentsOf(database, organizationId),
      members: members.length,
      high_risk_members: risks.filter((risk) => risk >= highRisk).length,
      average_risk_score: risks.reduce((sum, risk) => sum + risk, 0) / (risks.length || 1),
      ...(department === undefined
        ? await countOrganization(database, organizationId, period)
        : await countDepartment(database, organizationId, ids, period)),
      riskiest: riskiest.map((member) => ({ ...member, malicious: malicious.get(member.id) ?? 0 })),
      kinds: await countKinds(database, organizationId, ids, period),
      ...(await countActs(database, organizationId, ids, period)),
      // Without AUDIT_DAYS the audit trail is kept whole.
      audit_since: limits.auditDays === 0 ? null : wholeSince(period, limits.auditDays),
    }
  })
}

/**
 * Counts acts of a team's members against attacks in a period; which mails these were about is not
 * read.
 */
async function countActs(
  database: Database,
  organizationId: string,
  memberIds: readonly string[],
  period: Period,
) {
  const sums = {
    reported_dangerous: 0,
    reported_honest: 0,
    support_requests: 0,
    senders_blocked: 0,
    mails_checked: 0,
  }
  for await (const ids of chunked(memberIds)) {
    const members = { database, organizationId, ids, period }
    for (const { action, detail, count } of await countAudit(members)) {
      sums[actOf(action, detail)] += Number(count)
    }
    sums.senders_blocked += await countBlocked(members)
    sums.mails_checked += await countChecks(members)
  }
  return { ...sums, checks_since: wholeSince(period) }
}

interface Members {
  readonly database: Database
  readonly organizationId: string
  readonly ids: readonly string[]
  readonly period: Period
}

function actOf(action: string, detail: string) {
  if (action === 'support-request') return 'support_requests'
  return detail === 'honest' ? 'reported_honest' : 'reported_dangerous'
}

async function countAudit({ database, ids, period }: Members) {
  return database
    .selectFrom('audit')
    .leftJoin('organization_joins', 'organization_joins.user_id', 'audit.actor_id')
    .select(({ fn }) => ['action', 'detail', fn.countAll().as('count')])
    .where(isOneOf(database, 'actor_id', ids))
    .where('action', 'in', ['mail-report', 'support-request'])
    .where(isOfMember('at', period))
    .groupBy(['action', 'detail'])
    .execute()
}

function countBlocked({ database, organizationId, ids, period }: Members) {
  return countRows(
    database
      .selectFrom('flags')
      .leftJoin('organization_joins', 'organization_joins.user_id', 'flags.user_id')
      .where('flags.organization_id', '=', organizationId)
      .where(isOneOf(database, 'flags.user_id', ids))
      .where('flag_type', '=', 'red')
      .where(isOfMember('created_at', period)),
  )
}

function countChecks({ database, organizationId, ids, period }: Members) {
  return countRows(
    database
      .selectFrom('mail_checks')
      .leftJoin('organization_joins', 'organization_joins.user_id', 'mail_checks.user_id')
      .where('mail_checks.organization_id', '=', organizationId)
      .where(isOneOf(database, 'mail_checks.user_id', ids))
      .where(isOfMember('checked_at', period)),
  )
}

/** In the period, and since the user came to the organization. */
function isOfMember(date: 'at' | 'created_at' | 'checked_at', period: Period) {
  const { begin, end } = boundsOf(period)
  const at = sql.ref(date)
  return sql<boolean>`${at} >= ${begin} and ${at} < ${end} and (joined_at is null or ${at} >= joined_at)`
}
