import type { Clock } from '../core/clock.ts'
import { newSecret } from '../core/secrets.ts'
import type { Database } from './tables.ts'

interface Place {
  readonly database: Database
  readonly clock: Clock
}

/** A server secret, created when it is first needed and shared by all servers on a database. */
export async function keptSecret({ database, clock }: Place, name: string): Promise<string> {
  // Usually it is there, and reading takes no lock.
  return (await readSecret(database, name)) ?? (await createSecret({ database, clock }, name))
}

async function createSecret({ database, clock }: Place, name: string): Promise<string> {
  await database
    .insertInto('secrets')
    .values({ name, value: newSecret(), created_at: clock().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const secret = await readSecret(database, name)
  if (secret === undefined) throw new Error(`the secret ${name} was removed`)
  return secret
}

async function readSecret(database: Database, name: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}
