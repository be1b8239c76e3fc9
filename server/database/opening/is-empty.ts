import type { Database } from '../tables/tables.ts'

/** A database without users is empty: the first data includes a user. */
export async function isEmpty(database: Database): Promise<boolean> {
  return (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}
