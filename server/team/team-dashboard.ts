import { sql } from 'kysely'
import { teamDashboardEndpoint } from '../../contract/team/team-dashboard.ts'
import { prepare } from '../database/drivers/prepare.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import { chunksOf } from '../http/list-chunks.ts'
import type { Services } from '../http/services.ts'
import { riskScore } from '../risk/risk.ts'
import { findOpenReports } from './open-reports.ts'
import { ofOrganization } from './report-members.ts'

/**
 * GET /dashboard/team (R281, R344, R353): the caller's organization without its super admins, also for
 * a super admin. A user without an organization has an empty team. Figures count mail that was scanned
 * in this organization: mail from a member's earlier organization does not count, and the mail
 * of members who left stays in the totals.
 */
export function teamDashboard(services: Services) {
  const { database, clock } = services
  return bindUser(services, teamDashboardEndpoint, async (_input, { user }) => {
    const { organization_id: organizationId } = user
    const rows = organizationId === null ? [] : await readTeam(database, organizationId)
    const now = clock()
    const members = rows.map((row) => ({ ...row, risk_score: riskScore(row.risk_sum ?? 0, now) }))
    const { safe, caught } =
      organizationId === null ? noMail : await countMail(database, organizationId)
    return {
      team_members: members,
      total_team_scans: caught + safe,
      total_phishing_caught: caught,
      average_risk_score: sum(members.map((member) => member.risk_score)) / (members.length || 1),
      open_reports: await findOpenReports(database, user, now),
    }
  })
}

/** Reads in chunks, so that a very large team does not block other calls. */
async function readTeam(database: Database, organizationId: string) {
  const members: Member[] = []
  const read = (after: Member | undefined, limit: number) =>
    findMembers(database, { organizationId, after: after?.id ?? '', limit: String(limit) })
  for await (const rows of chunksOf(read)) members.push(...rows)
  return members
}

const noMail = { safe: 0, caught: 0 }

/**
 * Asks who is a super admin, of whom there are few: to join all others PostgreSQL reads every user there is. The
 * literal lets it know that in a plan that it keeps.
 */
const sumMail = prepare((database, named: (name: 'organizationId') => string) =>
  database
    .selectFrom('organization_totals')
    .select(({ fn }) => [
      fn.sum<number | null>('safe').as('safe'),
      fn.sum<number | null>('suspicious').as('suspicious'),
      fn.sum<number | null>('malicious').as('malicious'),
    ])
    .where('organization_id', '=', named('organizationId'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .select('id')
            .whereRef('users.id', '=', 'organization_totals.user_id')
            .where('role', '=', sql.lit('super_admin')),
        ),
      ),
    ),
)

async function countMail(database: Database, organizationId: string): Promise<typeof noMail> {
  const [sums] = await sumMail(database, { organizationId })
  return {
    safe: Number(sums?.safe),
    caught: Number(sums?.suspicious) + Number(sums?.malicious),
  }
}

interface Member {
  readonly id: string
  readonly full_name: string
  readonly email: string
  readonly last_login: string | null
  /** Null for a member without mail. */
  readonly risk_sum: number | null
}

const findMembers = prepare(
  (database, named: (name: 'organizationId' | 'after' | 'limit') => string) =>
    database
      .selectFrom('users')
      .leftJoin('organization_totals', ofOrganization)
      .select([
        'users.id',
        'users.full_name',
        'users.email',
        'users.last_login_at as last_login',
        'organization_totals.risk_sum',
      ])
      .where('users.organization_id', '=', named('organizationId'))
      .where('users.role', '!=', 'super_admin')
      .where('users.id', '>', named('after'))
      .orderBy('users.id')
      .limit(sql<number>`${named('limit')}`),
)

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
