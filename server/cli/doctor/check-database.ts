import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { clockSkewMs } from '../../core/clock.ts'
import type { Configuration } from '../../core/configuration.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'
import { readCounter } from '../../database/counters.ts'
import { isPostgres } from '../../database/engine.ts'
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
