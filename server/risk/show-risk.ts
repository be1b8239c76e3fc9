import { type Selectable, sql } from 'kysely'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { bandOf, bandStart, riskBands } from '../../contract/risk/risk-band.ts'
import { showRiskEndpoint } from '../../contract/risk/show-risk.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { byText } from '../core/fold.ts'
import { prepare } from '../database/drivers/prepare.ts'
import { newestDangerous } from '../database/kept-mail.ts'
import { organizationKey } from '../database/organization-key.ts'
import type { Users } from '../database/tables/accounts.ts'
import type { Scans } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'
import { isActive } from '../flags/flags.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { isPublicMail } from '../organizations/organizations.ts'
import {
  daysUntilBelow,
  pointsLeft,
  riskScore,
  scaledPoints,
  weekOf,
  weeksUntil,
} from './risk-score.ts'
import { readTotals } from './totals.ts'

const mostMails = 20
const shownWeeks = 12

/** GET /risk: the caller's own, for every role. */
export function showRisk(services: Services) {
  const { database, clock, rspamdUrl } = services
  return bindUser(services, showRiskEndpoint, async (_input, { user }) => {
    const now = clock()
    // Before the totals, which only grow: so the parts are never more than the whole.
    const counting = await readCountingMail(database, user.id, now)
    const totals = await readTotals(database, user.id)
    const mails = counting.slice(0, mostMails)
    const points = pointsLeft(totals.risk_sum, now)
    const score = riskScore(totals.risk_sum, now)
    const ended = await readWeeklyScores(database, user.id, now, shownWeeks - 1)
    return {
      risk_score: score,
      points,
      mails,
      other_mail: {
        mail_count: Math.max(0, totals.suspicious + totals.malicious - mails.length),
        points: Math.max(
          0,
          mails.reduce((rest, mail) => rest - mail.points, points),
        ),
      },
      weeks: [...ended, { week: weekOf(now), score }],
      weeks_since: (await readFirstWeek(database, user.id)) ?? null,
      forecast: forecastOf(score, points),
      repeated_sender: await findRepeatedSender(services, user, counting, now),
      is_mail_check_offered: rspamdUrl !== null,
    }
  })
}

/** The bands below the present one, the next first; each ends where the one above it begins. */
function forecastOf(score: number, points: number) {
  const lower = riskBands.slice(0, riskBands.indexOf(bandOf(score)))
  return lower
    .map((band, index) => {
      const above = riskBands[index + 1] ?? 'high'
      return { band, days: daysUntilBelow(bandStart[above], points) }
    })
    .reverse()
}

const fewestRepeats = 2

async function findRepeatedSender(
  { database, trustablePublicMail }: Pick<Services, 'database' | 'trustablePublicMail'>,
  { id, organization_id }: Pick<Users, 'id' | 'organization_id'>,
  mails: readonly CountingMail[],
  now: Date,
) {
  const groups = Map.groupBy(mails, ({ sender_domain }) => sender_domain)
  const repeated = [...groups].filter(
    ([domain, ofDomain]) =>
      domain !== '' &&
      ofDomain.length >= fewestRepeats &&
      !isPublicMail(domain, trustablePublicMail),
  )
  if (repeated.length === 0) return null
  const domains = repeated.map(([domain]) => domain)
  const flagged = await database
    .selectFrom('flags')
    .select('value')
    .where('user_id', '=', id)
    .where('organization_id', '=', organizationKey(organization_id))
    .where('value', 'in', domains)
    .where(isActive(now.toISOString()))
    .execute()
  const known = new Set(flagged.map(({ value }) => value))
  const [first] = repeated
    .filter(([domain]) => !known.has(domain))
    .sort(([, one], [, other]) => other.length - one.length)
  return first === undefined ? null : { sender_domain: first[0], mail_count: first[1].length }
}

/** A week (its Monday) and the score at its end; null where it is not known. */
interface ScoreOfWeek {
  readonly week: string
  readonly score: number | null
}

/** A user's weeks that are over, up to the one before the given time, oldest first. */
export async function readWeeklyScores(
  database: Database,
  userId: string,
  now: Date,
  count: number,
): Promise<ScoreOfWeek[]> {
  const weeks = endedWeeks(now, count)
  const rows = await database
    .selectFrom('weekly_scores')
    .select(['week', 'score'])
    .where('user_id', '=', userId)
    .where('week', 'in', weeks)
    .execute()
  return fill(weeks, rows)
}

/** When the first week of a user was stored; undefined if none was. */
async function readFirstWeek(database: Database, userId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('weekly_scores')
    .select('week')
    .where('user_id', '=', userId)
    .orderBy('week')
    .limit(1)
    .executeTakeFirst()
  return row?.week
}

function endedWeeks(now: Date, count: number): string[] {
  return weeksUntil(now, count + 1).slice(0, -1)
}

function fill(
  weeks: readonly string[],
  rows: readonly { readonly week: string; readonly score: number | null }[],
): ScoreOfWeek[] {
  const scores = new Map(rows.map(({ week, score }) => [week, score]))
  return weeks.map((week) => ({ week, score: scores.get(week) ?? null }))
}

const columns = [
  'id',
  'received_at',
  'sender_domain',
  'threat_level',
  'disposition',
  'risk_points',
] as const

/** A dangerous mail of the last 30 days that still adds to the risk. */
interface CountingMail {
  readonly id: string
  readonly received_at: string
  readonly sender_domain: string
  readonly threat_level: ThreatLevel
  readonly is_delivered: boolean
  /** When it was received. */
  readonly points_received: number
  readonly points: number
}

/** As long as mail that is not malicious is kept: what is older is shown nowhere. */
const shownDays = 30

type Row = Pick<Selectable<Scans>, (typeof columns)[number]>

const readRows = prepare((database, named: (name: 'userId' | 'since') => string) =>
  newestDangerous(
    database,
    columns,
    named('userId'),
    sql<boolean>`scans.received_at > ${named('since')}`,
  ),
)

/** The mail that counts most first; what is older than 30 days is not shown any more. */
async function readCountingMail(
  database: Database,
  userId: string,
  now: Date,
): Promise<CountingMail[]> {
  const rows = await readRows(database, { userId, since: isoAfter(now, -shownDays * dayMs) })
  return rows
    .flatMap((row) => countingMail(row, now))
    .sort((one, other) => other.points - one.points || byText(other.id, one.id))
}

function countingMail(row: Row, now: Date): CountingMail[] {
  const received = row.risk_points ?? 0
  if (received === 0) return []
  const { id, received_at, sender_domain, threat_level, disposition } = row
  return [
    {
      id,
      received_at,
      sender_domain,
      threat_level,
      // Without a disposition only malicious mail counts as kept out.
      is_delivered:
        disposition === null ? threat_level !== 'malicious' : disposition === 'delivered',
      points_received: received,
      points: pointsLeft(scaledPoints(received, new Date(received_at)), now),
    },
  ]
}
