import type { Kysely } from 'kysely'

/** The language that a user chose, and the default of an organization; null where none is chosen. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'organizations']) {
    await schema.alterTable(table).addColumn('locale', 'text').execute()
  }
}
