import { sql } from 'kysely'
import { mailOpinions } from '../../contract/emails/mail-opinion.ts'
import { teamDashboardEndpoint } from '../../contract/team/team-dashboard.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { prepare } from '../database/drivers/prepare.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import { chunksOf } from '../http/list-page.ts'
import type { Services } from '../http/services.ts'
import type { Session } from '../http/session.ts'
import { riskScore } from '../risk/risk.ts'
import { ofOrganization } from './report-members.ts'
import { closedAt } from './requests.ts'

/** As long as the mail is kept that they are about. */
const reportsMs = 30 * dayMs
const mostRead = 100
const mostShown = 5

/**
 * Reports of members that no team lead has closed, the newest first: the last report of each mail, with
 * what the mail to the team leads says, which has no subject either. Their own reports are not for them to
 * answer.
 */
async function findOpenReports(
  database: Database,
  { id, organization_id }: Pick<Session['user'], 'id' | 'organization_id'>,
  now: Date,
) {
  if (organization_id === null) return []
  const reports = await database
    .selectFrom('audit')
    .innerJoin('users', 'users.id', 'audit.actor_id')
    .select(['audit.id', 'audit.at', 'detail', 'target_id', 'target_type', 'full_name'])
    .where('action', '=', 'mail-report')
    .where('at', '>', isoAfter(now, -reportsMs))
    // Reports are few beside all that an organization does: their index is the one to read.
    .where(sql<boolean>`coalesce(actor_organization_id, '') = ${organization_id}`)
    .where('actor_id', '!=', id)
    .where('users.organization_id', '=', organization_id)
    .orderBy('at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(mostRead)
    .execute()
  const newest = reports.filter(
    ({ target_id }, index) => reports.findIndex((it) => it.target_id === target_id) === index,
  )
  const closed = await closedAt(
    database,
    newest.map((it) => it.id),
  )
  const shown = newest.filter((it) => !closed.has(it.id)).slice(0, mostShown)
  const mails = await readMails(database, organization_id, shown)
  return shown.map(({ target_id, target_type: _, detail, ...report }) => ({
    ...report,
    opinion: mailOpinions.find((known) => known === detail) ?? 'dangerous',
    threat_level: mails.get(target_id ?? '')?.threat_level ?? null,
    sender_domain: mails.get(target_id ?? '')?.sender_domain ?? '',
  }))
}

interface Target {
  readonly target_type: string
  readonly target_id: string | null
}

async function readMails(database: Database, organizationId: string, targets: readonly Target[]) {
  const idsOf = (type: string) =>
    targets.filter((it) => it.target_type === type).map(({ target_id }) => target_id ?? '')
  const [ofScans, ofChecks] = [idsOf('scan'), idsOf('check')]
  const scans =
    ofScans.length === 0
      ? []
      : await database
          .selectFrom('scans')
          .select(['id', 'threat_level', 'sender_domain'])
          .where('organization_id', '=', organizationId)
          .where(isOneOf(database, 'id', ofScans))
          .execute()
  const checks =
    ofChecks.length === 0
      ? []
      : await database
          .selectFrom('mail_checks')
          .select(['id', 'threat_level'])
          .where('organization_id', '=', organizationId)
          .where(isOneOf(database, 'id', ofChecks))
          .execute()
  return new Map(
    [...scans, ...checks.map((check) => ({ ...check, sender_domain: '' }))].map((mail) => [
      mail.id,
      mail,
    ]),
  )
}

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
