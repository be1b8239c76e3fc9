import type { Clock } from '../core/clock.ts'
import { newSecret } from '../core/secrets.ts'
import type { Database } from './tables.ts'

/** A server secret, created when it is first needed and shared by all servers on a database. */
export async function keptSecret(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  name: string,
): Promise<string> {
  await database
    .insertInto('secrets')
    .values({ name, value: newSecret(), created_at: clock().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await database
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
