import { type Selectable, sql } from 'kysely'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { byText } from '../core/fold.ts'
import { prepare } from '../database/drivers/prepare.ts'
import { newestDangerous } from '../database/kept-mail.ts'
import type { Scans } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'
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
