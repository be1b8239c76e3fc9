import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { clockSkewMs } from '../../core/clock.ts'
import type { Configuration } from '../../core/configuration.ts'
import { isPostgresUrl } from '../../core/database-address.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'
import { readCounter } from '../../database/counters.ts'
import { isUnavailable } from '../../database/drivers/database-error.ts'
import { isPostgres } from '../../database/engine.ts'
import { openExistingDatabase } from '../../database/opening/open-existing.ts'
import { loadSealer } from '../../database/secrets-key.ts'
import type { Database } from '../../database/tables/tables.ts'
import { type Finding, well, wrong } from './finding.ts'

const clock = () => new Date()

/** Whether the database is writable, its clock agrees, and its secrets can be read. */
export async function checkDatabase(
  database: Database,
  configuration: Configuration,
): Promise<readonly Finding[]> {
  return [
    well('The database is of this version'),
    await checkWrites(database),
    await checkClock(database),
    await checkKey(database, configuration),
  ]
}

/** A transaction that takes new pages, and is rolled back. */
async function checkWrites(database: Database): Promise<Finding> {
  const transaction = await database.startTransaction().execute()
  try {
    await sql`create table aman_doctor (filler text)`.execute(transaction)
    return well('The database can be written')
  } catch (cause) {
    const mend = 'Free space, or make it writable; until then /api/ready answers 503.'
    return wrong(`The database cannot be written: ${wordsOfCause(cause)}`, mend)
  } finally {
    await transaction.rollback().execute()
  }
}

/** Against PostgreSQL's clock, and against the last time that a server wrote. */
async function checkClock(database: Database): Promise<Finding> {
  const latest = (await readCounter(database, 'ready')) ?? 0
  const aheadMs = isPostgres(database) ? await aheadOfDatabase(database) : 0
  const behindMs = Math.max(latest - clock().getTime(), -aheadMs)
  if (Math.abs(aheadMs) <= clockSkewMs && behindMs <= clockSkewMs) {
    return well('The clock agrees with the database')
  }
  const seconds = Math.round(Math.max(Math.abs(aheadMs), behindMs) / 1000)
  return wrong(
    `The clock differs from that of the database by ${seconds} seconds`,
    'Set it by NTP on every machine: sessions, links and deletions depend on it.',
  )
}

async function aheadOfDatabase(database: Database): Promise<number> {
  const { rows } = await sql<{
    ms: number
  }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(database)
  return clock().getTime() - Number(rows[0]?.ms ?? 0)
}

/** Keeps nothing: only a server makes a key. */
async function checkKey(database: Database, configuration: Configuration): Promise<Finding> {
  const { address } = configuration.database
  const given = configuration.secretsKey
  if (given === '' && !isPostgres(database) && !existsSync(join(dirname(address), 'secrets.key'))) {
    return wrong(
      'The file secrets.key beside the database is missing',
      'If there never was one, the next start makes it; otherwise put it back from a backup.',
    )
  }
  const transaction = await database.startTransaction().execute()
  try {
    const sealer = await loadSealer({ database: transaction, clock, address }, given)
    return sealer === null
      ? wrong(
          'There is no key of secrets: no authenticator apps, single sign-on and webhooks',
          'Set SECRETS_KEY to 32 or more characters, the same on every server.',
        )
      : well('The key of secrets fits the database')
  } catch (cause) {
    if (!(cause instanceof StartError)) throw cause
    return wrong(cause.message, 'See "Keep the key of secrets" in docs/operations.md.')
  } finally {
    await transaction.rollback().execute()
  }
}

/** @returns the findings of the check, or why the database cannot be opened */
export async function withDatabase(
  address: string,
  check: (database: Database) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    await using cleanUp = new AsyncDisposableStack()
    const database = await openExistingDatabase(address)
    cleanUp.defer(() => database.destroy())
    return await check(database)
  } catch (cause) {
    if (cause instanceof StartError) return [wrong(cause.message, mendOf(cause.message, address))]
    if (!isUnavailable(cause)) throw cause
    const mend = 'Look for a program that holds it, for a full disk, and at its own log.'
    return [wrong(`The database does not answer: ${wordsOfCause(cause)}`, mend)]
  }
}

function mendOf(words: string, address: string): string {
  if (/belongs to an older version/.test(words)) return 'Start the server of this version.'
  if (/belongs to/.test(words)) return 'Install that version, or restore the backup from before it.'
  if (/not completely restored/.test(words)) {
    return "Make an empty database and restore into it: docs/operations.md, 'Restore a backup'."
  }
  if (/There is no database|holds no data of Aman/.test(words)) {
    return 'Start the server, which makes it; if there was one, correct DATABASE_URL or restore the backup.'
  }
  if (!isPostgresUrl(address)) return 'Mend what is wrong with its files, which stand above.'
  if (/password authentication|SASL/.test(words)) {
    return `Correct the password in DATABASE_URL, or set it: psql -c '\\password aman' as postgres.`
  }
  if (/role .* does not exist|database .* does not exist/.test(words)) {
    return "Make it as docs/operations.md, 'Add a server', says, or correct DATABASE_URL."
  }
  return 'Start PostgreSQL (systemctl start postgresql), and look at the host, the port and the firewall.'
}
