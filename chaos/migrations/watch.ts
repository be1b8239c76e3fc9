import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { addressOf } from '../../bench/database.ts'

const lookEveryMs = 2

export interface Watch extends AsyncDisposable {
  /** Whether somebody is in the middle of a transaction that writes. */
  isWritten(): Promise<boolean>
  /** Ends every connection of the server; a file has none. */
  cutAll(): Promise<void>
}

export function openWatch(databaseUrl: string): Promise<Watch> {
  return databaseUrl.startsWith('file:') ? watchFile(databaseUrl) : watchPostgres(databaseUrl)
}

/** @returns when that is so, or nobody will do anything any more */
export async function untilWritten(
  watch: Watch,
  wanted: boolean,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver() && (await watch.isWritten()) !== wanted) await setTimeout(lookEveryMs)
}

/** Whoever writes has the only lock for it. */
async function watchFile(databaseUrl: string): Promise<Watch> {
  const database = new DatabaseSync(addressOf(databaseUrl), { timeout: 0 })
  return {
    async isWritten() {
      try {
        database.exec('begin immediate; rollback')
        return false
      } catch {
        return true
      }
    },
    async cutAll() {},
    async [Symbol.asyncDispose]() {
      database.close()
    },
  }
}

/** A transaction has an id from its first write on. */
async function watchPostgres(databaseUrl: string): Promise<Watch> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'watch' })
  await client.connect()
  const servers = `from pg_stat_activity where datname = current_database()
    and application_name = 'aman'`
  return {
    async isWritten() {
      const { rows } = await client.query(`select 1 ${servers} and backend_xid is not null`)
      return rows.length > 0
    },
    async cutAll() {
      await client.query(`select pg_terminate_backend(pid) ${servers}`)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
