import { type Selectable, sql } from 'kysely'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { byText } from '../core/fold.ts'
import { prepare } from '../database/drivers/prepare.ts'
import { addJsonRows, type WriteRows } from '../database/json-rows.ts'
import { newestDangerous } from '../database/kept-mail.ts'
import type { Database, Scans, ScanTotals } from '../database/tables/tables.ts'
import { pointsLeft, pointsOf, scaledPoints } from './risk-score.ts'

/** The columns of `scans` that `keptPoints` needs. */
export const pointColumns = [
  'threat_level',
  'disposition',
  'detection_reason',
  'risk_points',
] as const

/** How a verdict that rests on the recipient's own flag alone begins; see verdict.ts. */
const ownVerdict = /^(Blocked by a red flag of the recipient|You blocked this sender)/

/**
 * The points that a stored mail added when it was received.
 * @returns undefined for mail from before they were kept whose own flag hides the level that counted
 */
export function keptPoints(scan: Pick<Selectable<Scans>, (typeof pointColumns)[number]>) {
  const { risk_points, threat_level: level, detection_reason } = scan
  if (risk_points !== null) return risk_points
  if (level === 'malicious' && ownVerdict.test(detection_reason)) return undefined
  return pointsOf(level, isDeliveredRow(scan))
}

/** Without a disposition only malicious mail counts as kept out. */
function isDeliveredRow({
  threat_level,
  disposition,
}: Pick<Selectable<Scans>, 'threat_level' | 'disposition'>): boolean {
  return disposition === null ? threat_level !== 'malicious' : disposition === 'delivered'
}

const nothing = { safe: 0, suspicious: 0, malicious: 0, risk_sum: 0 }

const findTotals = prepare((database, named: (name: 'userId') => string) =>
  database
    .selectFrom('scan_totals')
    .select(['safe', 'suspicious', 'malicious', 'risk_sum'])
    .where('user_id', '=', named('userId')),
)

/** A user's totals over all mail; the cost does not depend on the amount of mail. */
export async function readTotals(
  database: Database,
  userId: string,
): Promise<Omit<ScanTotals, 'user_id'>> {
  const [row] = await findTotals(database, { userId })
  return row ?? nothing
}

const sums = ['safe', 'suspicious', 'malicious', 'risk_sum'] as const

/** Adds to the totals of many users. @param json `OrganizationTotals` */
export function addTotals(database: Database, json: string): WriteRows {
  return addJsonRows(database, 'scan_totals', ['user_id'], sums, json)
}

/** Adds the same to the totals in an organization. */
export function addOrganizationTotals(database: Database, json: string): WriteRows {
  return addJsonRows(database, 'organization_totals', ['organization_id', 'user_id'], sums, json)
}

const columns = ['id', 'received_at', 'sender_domain', ...pointColumns] as const

/** A dangerous mail of the last 30 days that still adds to the risk. */
export interface CountingMail {
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
export async function readCountingMail(
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
  const received = keptPoints(row)
  if (received === undefined || received === 0) return []
  const { id, received_at, sender_domain, threat_level } = row
  return [
    {
      id,
      received_at,
      sender_domain,
      threat_level,
      is_delivered: isDeliveredRow(row),
      points_received: received,
      points: pointsLeft(scaledPoints(received, new Date(received_at)), now),
    },
  ]
}
