import { type Kysely, sql } from 'kysely'
import { searchTextOfScan } from '../search-index.ts'
import type { Tables } from '../tables/tables.ts'

type Searched = Pick<Tables, 'scans'>

/** Rows of one statement; SQLite takes 32,766 parameters. */
const chunkRows = 2000

/**
 * The view of a user's own mail shows and searches these: the address of the sender, what the
 * gateway found out about the origin, and the folded text. The index holds everything that rows are
 * found by, so that a search reads none of the rows that it does not find.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  for (const column of ['sender_address', 'search_text']) {
    await schema
      .alterTable('scans')
      .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
      .execute()
  }
  for (const column of ['spf', 'dkim', 'dmarc']) {
    await schema.alterTable('scans').addColumn(column, 'text').execute()
  }
  await fillSearchText(database.withTables<Searched>())
  await schema
    .createIndex('scans_by_time')
    .on('scans')
    .columns([
      ...['user_id', 'received_at', 'id'],
      ...['delete_after', 'threat_level', 'sender_domain', 'search_text'],
    ])
    .execute()
}

/** Older mail has only the domain of its sender. */
async function fillSearchText(database: Kysely<Searched>): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await database
      .selectFrom('scans')
      .select(['id', 'email_subject', 'sender_domain'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(chunkRows)
      .execute()
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
    const values = rows.map(
      (row) => sql`(${row.id}, ${searchTextOfScan({ ...row, sender_address: '' })})`,
    )
    await sql`with folded (id, search_text) as (values ${sql.join(values)})
      update scans set search_text = folded.search_text
      from folded where scans.id = folded.id`.execute(database)
  }
}
