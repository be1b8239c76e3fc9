import type { Database } from './tables.ts'

/** Whoever there is came with the first data, or after it. */
export async function isEmpty(database: Database): Promise<boolean> {
  return (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}
