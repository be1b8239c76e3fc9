import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { isPostgresUrl } from '../core/database-address.ts'
import { createSealer, type Sealer } from '../core/sealer.ts'
import { newSecret } from '../core/secrets.ts'
import { StartError, wordsOfCause } from '../core/start-error.ts'
import { readSecret, writeSecret } from './kept-secret.ts'
import type { Place as Clocked, Database } from './tables/tables.ts'

interface Place extends Clocked {
  /** The database's own, as in the configuration. */
  readonly address: string
}

/** A secret with this name is a known text, encrypted with the key; it shows whether a key is right. */
const checkName = 'key-check'
const checkText = 'aman'

/** The rows with encrypted secrets, by their table. */
const sealedRows: Readonly<Record<string, RawBuilder<unknown>>> = {
  second_factors: sql`sealed_secret is not null`,
  identity_providers: sql`true`,
  webhooks: sql`true`,
  mailbox_credentials: sql`true`,
  mailboxes: sql`true`,
}

/**
 * The key that encrypts secrets in the database: `SECRETS_KEY`, or else a file beside the database of
 * SQLite, which is created at the first start.
 * @param given the setting; may be empty
 * @returns null with PostgreSQL without the setting: what needs encrypted secrets is then not offered
 * @throws StartError if the database has encrypted secrets and the key is missing or another one
 */
export async function loadSealer(place: Place, given: string): Promise<Sealer | null> {
  const { database, address } = place
  const found = await findKey(address, given)
  const fit = await judgeKey(place, found)
  if (fit === 'missing') throw new StartError(missingKey(address))
  // The key was lost before anything was encrypted with it.
  if (fit === 'not needed')
    await database.deleteFrom('secrets').where('name', '=', checkName).execute()
  const key = found ?? (await createKeyFile(address, newSecret()))
  if (key === null) return null
  const sealer = createSealer(key)
  const check =
    (await readSecret(database, checkName)) ??
    (await writeSecret(place, checkName, sealer.seal(checkText, checkName)))
  if (!opens(sealer, check)) throw new StartError(wrongKey(address, given))
  return sealer
}

/** @returns undefined if there is neither the setting nor a file */
export async function findKey(address: string, given: string): Promise<string | undefined> {
  return given === '' ? readKeyFile(address) : given
}

/**
 * Whether a key is that of a database, or one is needed.
 * @param place its address is that of the database that servers use, which may be another one
 */
export async function judgeKey(
  { database, address }: Omit<Place, 'clock'>,
  key: string | undefined,
): Promise<'fits' | 'another' | 'missing' | 'not needed'> {
  const check = await readSecret(database, checkName)
  if (key !== undefined) {
    return check === undefined || opens(createSealer(key), check) ? 'fits' : 'another'
  }
  // Another server that shares the database may have the key.
  const isKnown = check !== undefined && keyFileOf(address) === null
  return isKnown || (await holdsSealed(database)) ? 'missing' : 'not needed'
}

async function holdsSealed(database: Database): Promise<boolean> {
  // A backup of 0.2.0 lacks some of the tables.
  for (const { name } of await database.introspection.getTables()) {
    const condition = sealedRows[name]
    if (condition === undefined) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} where ${condition} limit 1`.execute(
      database,
    )
    if (rows.length > 0) return true
  }
  return false
}

export function keyFileOf(address: string): string | null {
  if (isPostgresUrl(address) || address === ':memory:') return null
  return join(dirname(address), 'secrets.key')
}

async function readKeyFile(address: string): Promise<string | undefined> {
  const path = keyFileOf(address)
  if (path === null) return undefined
  try {
    const key = (await readFile(path, 'utf8')).trim()
    if (key.length >= 32) return key
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw new StartError(`Cannot read the key of secrets: ${wordsOfCause(cause)}`)
  }
  throw new StartError(`${path} does not hold a key of at least 32 characters`)
}

/**
 * Writes a key beside the database. One that is there already is not overwritten.
 * @returns the key that is there now; null for PostgreSQL, which has no place beside it
 */
export async function createKeyFile(address: string, key: string): Promise<string | null> {
  const path = keyFileOf(address)
  if (path === null) return null
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, `${key}\n`, { mode: 0o600, flush: true })
    // At once and with its whole content. Another server that starts at the same time may be first.
    await link(draft, path)
    return key
  } catch (cause) {
    const created = await readKeyFile(address)
    if (created !== undefined) return created
    throw new StartError(`Cannot create the key of secrets: ${wordsOfCause(cause)}`)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

function opens(sealer: Sealer, check: string): boolean {
  try {
    return sealer.open(check, checkName) === checkText
  } catch {
    return false
  }
}

function missingKey(address: string): string {
  const where = keyFileOf(address)
  const wanted = where === null ? 'set SECRETS_KEY' : `restore ${where} or set SECRETS_KEY`
  return `The key that encrypts secrets in this database is missing: ${wanted}. Without the key, see 'Lost key' in docs/operations.md`
}

function wrongKey(address: string, given: string): string {
  const source = given === '' ? `${keyFileOf(address)}` : 'SECRETS_KEY'
  return `The key in ${source} is not the one that encrypted the secrets in this database. Without the right key, see 'Lost key' in docs/operations.md`
}
