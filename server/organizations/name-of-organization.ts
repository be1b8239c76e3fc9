import type { Database } from '../database/tables/tables.ts'

/** @returns an empty text without an organization */
export async function nameOfOrganization(database: Database, id: string | null): Promise<string> {
  if (id === null) return ''
  const row = await database
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? ''
}
