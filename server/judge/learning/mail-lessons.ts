import { sql } from 'kysely'
import { allColumns, insertJsonRows, isPostgres, type WriteRows } from '../../database/json-rows.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { Database, MailLessons } from '../../database/tables/tables.ts'

const columns = allColumns<MailLessons>({
  organization_id: true,
  scan_id: true,
  user_id: true,
  mail: true,
  threat_level: true,
  sender_domain: true,
  received_at: true,
  delete_after: true,
  change: true,
  sealed: true,
})

/** Notes the verdicts on mails whose vectors wait for them; of other mail nothing is written. */
export function addMailLessons(database: Database, json: string): WriteRows {
  return sql`${insertJsonRows(database, 'mail_lessons', columns, json)} and exists (
    select 1 from pending_lessons where pending_lessons.organization_id = ${of(database, 'organization_id')}
    and pending_lessons.mail = ${of(database, 'mail')})`
}

/** A column of the row that is inserted. */
function of(database: Database, column: 'organization_id' | 'mail') {
  return isPostgres(database)
    ? sql.raw(`json_populate_recordset.${column}`)
    : sql`value ->> ${sql.lit(column)}`
}

/** Forgets mail whose verdict became stricter: malicious mail teaches nothing. */
export async function removeMailLessons(
  database: Database,
  organizationId: string,
  scanIds: readonly string[],
): Promise<void> {
  if (scanIds.length === 0) return
  await database
    .deleteFrom('mail_lessons')
    .where('organization_id', '=', organizationId)
    .where(isOneOf(database, 'scan_id', scanIds))
    .execute()
}
