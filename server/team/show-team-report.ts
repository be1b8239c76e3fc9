import { showTeamReportEndpoint } from '../../contract/team/show-team-report.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { nameOfOrganization } from '../organizations/organizations.ts'
import { riskScore } from '../risk/risk.ts'
import { countActs } from './report-acts.ts'
import { countDepartment, countKinds, countMalicious, countOrganization } from './report-counts.ts'
import { departmentsOf, readMembers } from './report-members.ts'
import { wholeSince } from './report-period.ts'

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
