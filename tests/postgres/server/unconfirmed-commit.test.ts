import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { isUnavailable } from '../../../server/database/drivers/database-error.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { startCluster } from '../../support/postgres/cluster.ts'

const write = (database: Database) => sql`insert into counted values (1)`.execute(database)

test('a commit that no standby has confirmed is unavailable, not done', {
  timeout: 60_000,
}, async () => {
  await using cluster = await startCluster(inject('postgres')?.programs ?? '')
  const url = cluster.url('postgres')
  await using database = await open(url)
  await sql`create table counted (value int)`.execute(database)
  await using operator = await connect(url)
  await operator.query('alter database postgres set synchronous_commit = on')
  await operator.query(`alter system set synchronous_standby_names = 'a_standby'`)
  await operator.query('select pg_reload_conf()')

  // With a connection that has the new settings.
  await using waiting = await open(url)
  const inTransaction = () => waiting.transaction().execute(write)
  for (const commit of [inTransaction, () => write(waiting)]) {
    const outcome = commit().then(
      () => 'done',
      (cause: unknown) => isUnavailable(cause),
    )
    // As a statement_timeout or an operator cancels it.
    await expect.poll(() => operator.query(cancelWaiting)).toMatchObject({ rowCount: 1 })
    expect(await outcome).toBe(true)
  }
})

const cancelWaiting = `select pg_cancel_backend(pid) from pg_stat_activity
  where wait_event = 'SyncRep'`

async function open(url: string) {
  const database = await openDatabase(url)
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.destroy() })
}

async function connect(url: string) {
  const client = new Client(url)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
