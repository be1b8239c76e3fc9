import { type Kysely, sql } from 'kysely'

/**
 * Users see their sessions: each gets an id, its browser, system and address, and when its user last
 * proved who they are. A session that is open now counts as proven when it began.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  for (const column of ['id', 'browser', 'system', 'address', 'confirmed_at']) {
    await schema
      .alterTable('sessions')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()
  }
  await schema.alterTable('sessions').addColumn('device_hash', 'text').execute()
  // Sessions last for hours, and half of the hash of a random secret says nothing about it.
  await sql`update sessions set id = substr(token_hash, 1, 32), confirmed_at = created_at`.execute(
    database,
  )
  await schema.createIndex('sessions_by_id').on('sessions').column('id').unique().execute()
}
