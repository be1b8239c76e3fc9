import { type Selectable, sql } from 'kysely'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { prepare } from '../database/drivers/prepare.ts'
import type { Database, Scans } from '../database/tables/tables.ts'
import { isDeliveredRow, keptPoints, pointColumns } from './kept-points.ts'
import { pointsLeft, scaledPoints } from './risk-score.ts'

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
/** Mails of each level, so that the cost does not depend on the amount of mail. */
const newest = sql.lit(50)

type Row = Pick<Selectable<Scans>, (typeof columns)[number]>

function newestDangerous(database: Database, userId: string, since: string) {
  const newestOf = (level: ThreatLevel) =>
    database
      .selectFrom(
        database
          .selectFrom('scans')
          .select(columns)
          .where('user_id', '=', userId)
          // A literal leads a kept plan to the partition of the level (decision 0132).
          .where('threat_level', '=', sql.lit(level))
          .where('received_at', '>', since)
          .orderBy('received_at', 'desc')
          .limit(newest)
          .as('newest'),
      )
      .select(columns)
  return newestOf('malicious').unionAll(newestOf('suspicious'))
}

const readRows = prepare((database, named: (name: 'userId' | 'since') => string) =>
  newestDangerous(database, named('userId'), named('since')),
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
    .sort((one, other) => other.points - one.points)
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
