import type { AttackKind } from '../../contract/emails/attack-kind.ts'
import { showMemberEndpoint } from '../../contract/team/show-member.ts'
import { unknownUser } from '../../contract/users/save-user.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { byText } from '../core/fold.ts'
import { HttpError } from '../core/http-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { reasonColumns } from '../emails/emails.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { riskScore, weekOf } from '../risk/risk.ts'
import { byFrequency, kindOfAttack } from './attack-kinds.ts'
import { type FoundMember, findMember } from './report-members.ts'

/** As long as suspicious mail is kept. */
const threatsMs = 30 * dayMs
const reportsMs = 90 * dayMs
const mostShown = 10
/** Bounds the work for a mailbox that is flooded; the newest count. */
const mostCounted = 1000
const mostReports = 500
/** Beside the one that is not over. */
const mostWeeks = 11

/** GET /team/members/{id}: nothing that it selects holds a subject. */
export function showMember(services: Services) {
  const { database, clock } = services
  return bindUser(services, showMemberEndpoint, async ({ id }, { user }) => {
    const organizationId = user.organization_id ?? ''
    const member = await findMember(database, organizationId, id)
    if (member === undefined) throw new HttpError(unknownUser, {})
    const now = clock()
    const threats = await readThreats(database, organizationId, member, now)
    const reports = await readReports(database, member, now)
    const { risk_sum, joined_at: _, ...shown } = member
    const risk_score = riskScore(risk_sum ?? 0, now)
    return {
      ...shown,
      risk_score,
      has_second_factor: await hasFactor(database, id),
      kinds: countKinds(threats),
      threats: threats.slice(0, mostShown),
      weeks: [
        { week: weekOf(now), risk_score },
        ...(await readWeeks(database, id, organizationId)),
      ],
      reported_honest: reports.filter(({ opinion }) => opinion === 'honest').length,
      reported_dangerous: reports.filter(({ opinion }) => opinion === 'dangerous').length,
      reports: reports.slice(0, mostShown),
    }
  })
}

interface Threat {
  readonly id: string
  readonly threat_level: 'suspicious' | 'malicious'
  readonly kind: AttackKind
  readonly sender_domain: string
  readonly at: string
}

/** The newest first. Each level is read from the end of its index. */
async function readThreats(
  database: Database,
  organizationId: string,
  member: FoundMember,
  now: Date,
): Promise<readonly Threat[]> {
  const newestOf = async (threat_level: Threat['threat_level']) => {
    const rows = await database
      .selectFrom('scans')
      .select(['id', 'sender_domain', 'received_at', ...reasonColumns])
      .where('user_id', '=', member.id)
      .where('organization_id', '=', organizationId)
      .where('threat_level', '=', threat_level)
      .where('received_at', '>', beginOf(member, now, threatsMs))
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostCounted)
      .execute()
    return rows.map(({ id, sender_domain, received_at: at, ...kept }) => ({
      id,
      threat_level,
      kind: kindOfAttack(kept),
      sender_domain,
      at,
    }))
  }
  const found = [...(await newestOf('malicious')), ...(await newestOf('suspicious'))]
  return found.sort((one, other) => byText(other.at, one.at) || byText(other.id, one.id))
}

function countKinds(threats: readonly Threat[]) {
  return [...Map.groupBy(threats, ({ kind }) => kind)]
    .map(([kind, group]) => ({ kind, count: group.length, last_at: group[0]?.at ?? '' }))
    .sort(byFrequency)
}

/** The newest first. Only the risk from mail in the organization. */
async function readWeeks(database: Database, userId: string, organizationId: string) {
  const rows = await database
    .selectFrom('weekly_scores')
    .select(['week', 'organization_score'])
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .orderBy('week', 'desc')
    .limit(mostWeeks)
    .execute()
  return rows.map(({ week, organization_score }) => ({ week, risk_score: organization_score ?? 0 }))
}

/** Which mails it were about is not part of it. */
async function readReports(database: Database, member: FoundMember, now: Date) {
  const rows = await database
    .selectFrom('audit')
    .select(['at', 'detail'])
    .where('actor_id', '=', member.id)
    .where('action', '=', 'mail-report')
    .where('at', '>', beginOf(member, now, reportsMs))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostReports)
    .execute()
  return rows.map(({ at, detail }) => ({
    at,
    opinion: detail === 'honest' ? ('honest' as const) : ('dangerous' as const),
  }))
}

/** Earlier mail of the member belongs to another organization. */
function beginOf({ joined_at }: FoundMember, now: Date, lengthMs: number): string {
  const begin = isoAfter(now, -lengthMs)
  return joined_at !== null && joined_at > begin ? joined_at : begin
}

async function hasFactor(database: Database, userId: string): Promise<boolean> {
  const found = await database
    .selectFrom('second_factors')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
