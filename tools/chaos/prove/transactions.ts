import { DatabaseSync } from 'node:sqlite'
import { addressOf } from '../../../tests/support/browser/place.ts'
import { connectAs } from './stage.ts'

/** Looks at a server's transactions from outside. */
export async function watchTransactions(databaseUrl: string) {
  if (databaseUrl.startsWith('file:')) {
    const database = new DatabaseSync(addressOf(databaseUrl), { timeout: 0 })
    return {
      /** Whether one of them has written and is not over: it holds the only lock for that. */
      async areWriting() {
        try {
          database.exec('begin immediate; rollback')
          return false
        } catch {
          return true
        }
      },
      /** Ends every connection of the server; a file has none. */
      async cutAll() {},
      [Symbol.asyncDispose]: async () => database.close(),
    }
  }
  const client = await connectAs('watch', databaseUrl)
  const ofServer = `from pg_stat_activity where datname = current_database()
    and application_name = 'aman'`
  return {
    // A transaction has an id from its first write on.
    async areWriting() {
      const { rows } = await client.query(`select 1 ${ofServer} and backend_xid is not null`)
      return rows.length > 0
    },
    async cutAll() {
      await client.query(`select pg_terminate_backend(pid) ${ofServer}`)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
