import type { DialectAdapter } from 'kysely'
import { newSecret } from '../core/secrets.ts'
import type { Database, Place } from './tables/tables.ts'

/** The secrets that were read, for each open database; its transactions have the same adapter. */
const read = new WeakMap<DialectAdapter, Map<string, string>>()
/** Transactions that created a secret, which ends with them if they are rolled back. */
const creators = new WeakSet<Database>()

/**
 * A server secret, created when it is first needed and shared by all servers on a database. It is read
 * once: another secret takes a restart.
 */
export async function keptSecret({ database, clock }: Place, name: string): Promise<string> {
  const known = secretsOf(database)
  const remembered = known.get(name)
  if (remembered !== undefined) return remembered
  // Usually it is there, and reading takes no lock.
  const secret = await readSecret(database, name)
  if (secret === undefined) return createSecret({ database, clock }, name)
  if (!creators.has(database)) known.set(name, secret)
  return secret
}

function secretsOf(database: Database): Map<string, string> {
  const { adapter } = database.getExecutor()
  const known = read.get(adapter) ?? new Map<string, string>()
  read.set(adapter, known)
  return known
}

async function createSecret({ database, clock }: Place, name: string): Promise<string> {
  if (database.isTransaction) creators.add(database)
  return writeSecret({ database, clock }, name, newSecret())
}

/** @returns the secret that is there now: another server may have been faster */
export async function writeSecret(
  { database, clock }: Place,
  name: string,
  value: string,
): Promise<string> {
  await database
    .insertInto('secrets')
    .values({ name, value, created_at: clock().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const secret = await readSecret(database, name)
  if (secret === undefined) throw new Error(`the secret ${name} was removed`)
  return secret
}

/** @returns undefined where no server has needed it yet */
export async function readSecret(database: Database, name: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}
