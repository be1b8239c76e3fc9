import { type RawBuilder, sql } from 'kysely'
import { prepare } from '../database/drivers/prepare.ts'
import { isPostgres } from '../database/engine.ts'
import { addJsonRows, allColumns, insertJsonRows, type WriteRows } from '../database/json-rows.ts'
import type {
  Arrivals,
  Correspondents,
  DailyCounts,
  MonthlyScans,
  OrganizationTotals,
  Scans,
} from '../database/tables/mail.ts'
import type { MailLessons } from '../database/tables/operation.ts'
import type { Database } from '../database/tables/tables.ts'
import { addCorrespondents, addMailLessons, type JudgedOnDay } from '../judge/judge.ts'
import { addOrganizationTotals, addTotals } from '../risk/risk.ts'
import { noteMessages } from './note-arrival.ts'

/**
 * The rows that mail of an organization adds, sorted so that servers lock them in the same order.
 */
export interface WrittenMail {
  readonly scans: readonly Scans[]
  readonly correspondents: readonly Correspondents[]
  readonly lessons: readonly MailLessons[]
  readonly totals: readonly OrganizationTotals[]
  readonly arrivals: readonly Arrivals[]
  readonly months: readonly MonthlyScans[]
  readonly days: readonly (DailyCounts & JudgedOnDay)[]
}

type Name = keyof WrittenMail
type Write = (database: Database, named: (name: Name) => string) => WriteRows

const scanColumns = allColumns<Scans>({
  id: true,
  user_id: true,
  organization_id: true,
  received_at: true,
  threat_level: true,
  sender_domain: true,
  sender_address: true,
  email_subject: true,
  reason: true,
  detection_reason: true,
  indicators: true,
  delete_after: true,
  disposition: true,
  message_id_hmac: true,
  risk_points: true,
  spf: true,
  dkim: true,
  dmarc: true,
  judge_level: true,
  search_text: true,
})
const counts = ['safe', 'suspicious', 'malicious'] as const

/** The rows that all reports of an organization change come last, and so are locked for the shortest time. */
const writes: readonly Write[] = [
  (database, named) => insertJsonRows(database, 'scans', scanColumns, named('scans')),
  (database, named) => addCorrespondents(database, named('correspondents')),
  (database, named) => addMailLessons(database, named('lessons')),
  (database, named) => addTotals(database, named('totals')),
  (database, named) => addOrganizationTotals(database, named('totals')),
  (database, named) => noteMessages(database, named('arrivals')),
  (database, named) =>
    addJsonRows(database, 'monthly_scans', ['organization_id', 'month'], counts, named('months')),
  (database, named) =>
    addJsonRows(
      database,
      'daily_counts',
      ['organization_id', 'day'],
      [...counts, 'judged', 'marked'],
      named('days'),
    ),
]

const writeEach = writes.map((write) =>
  prepare((database, named: (name: Name) => string) =>
    compilable(database, write(database, named)),
  ),
)

/** PostgreSQL runs what the last part does not read from the last to the first. */
const writeAtOnce = prepare((database, named: (name: Name) => string) => {
  const parts = writes.map(
    (write, place) => sql`${sql.raw(`part_${place}`)} as (${write(database, named)})`,
  )
  return compilable(database, sql`with ${sql.join(parts.toReversed())} select 1`)
})

function compilable(database: Database, query: RawBuilder<unknown>) {
  return { compile: () => query.compile(database) }
}

/**
 * Writes mail and all that it adds to: on PostgreSQL in one statement and so in one round trip, on SQLite
 * in one for each table.
 * @param endsTransaction commits with it, so that no other report waits while the server hears of the
 * locks that it has; nothing more can be written in the transaction
 */
export async function writeMail(
  database: Database,
  mail: WrittenMail,
  { endsTransaction }: { readonly endsTransaction: boolean },
): Promise<void> {
  const { scans, correspondents, lessons, totals, arrivals, months, days } = mail
  const json = {
    scans: JSON.stringify(scans),
    correspondents: JSON.stringify(correspondents),
    lessons: JSON.stringify(lessons),
    totals: JSON.stringify(totals),
    arrivals: JSON.stringify(arrivals),
    months: JSON.stringify(months),
    days: JSON.stringify(days),
  }
  if (isPostgres(database)) {
    await writeAtOnce(database, json, { endsTransaction })
    return
  }
  for (const write of writeEach) await write(database, json)
}
