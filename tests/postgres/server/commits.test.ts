import { Kysely, sql } from 'kysely'
import { Client, type PoolClient } from 'pg'
import { expect, inject, vi } from 'vitest'
import { dayOf } from '../../../server/core/clock.ts'
import { isUnavailable } from '../../../server/database/drivers/database-error.ts'
import { PortablePostgresDialect } from '../../../server/database/drivers/postgres-dialect.ts'
import { openConnections } from '../../../server/database/drivers/postgres-pool.ts'
import { prepare } from '../../../server/database/drivers/prepare.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { makeDays } from '../../../server/database/partitions/days.ts'
import type { Database, Tables } from '../../../server/database/tables/tables.ts'
import { readCorrespondents } from '../../../server/judge/learning/correspondents.ts'
import { startCluster } from '../../support/postgres/cluster.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { findUser, makeUser, signInAdmin, signInUser } from '../../support/worlds/factories.ts'
import { fillOrganizations, insertNumbered, userRow } from '../../support/worlds/fill.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

interface Statement {
  /** Without one it is planned each time. */
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** Every statement with parameters that PostgreSQL gets meanwhile. */
async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  await act()
  const sent = query.mock.calls.map(([given]) => given as unknown as Statement)
  query.mockRestore()
  return sent.filter(({ values = [] }) => values.length > 0)
}

/** PostgreSQL's plans for these values, and for any. */
async function plansOf({ database }: TestServer, { text, values }: Statement): Promise<string[]> {
  const given = sql.join(values.map((value) => sql.lit(value === null ? null : String(value))))
  return database.connection().execute(async (connection) => {
    const plans: string[] = []
    await sql.raw(`prepare of_call as ${text}`).execute(connection)
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await sql.raw(`set plan_cache_mode = ${mode}`).execute(connection)
      const explained = sql<Record<string, string>>`explain execute of_call(${given})`
      const { rows } = await explained.execute(connection)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    await sql`reset plan_cache_mode`.execute(connection)
    await sql`deallocate of_call`.execute(connection)
    return plans
  })
}

/** The other tables have too few rows for an index. */
const wholeTable = /Seq Scan on (users|user_aliases|flags|scan_totals|organization_totals)/

test('no statement of a report reads a whole table', async ({ server }) => {
  const { database, clock } = server
  await makeDays(database, clock())
  const user = await makeUser(server)
  const token = await makeGatewayKey(server, user.organizationId)
  await insertNumbered(database, 4000, 'users', userRow(0, user.organizationId))
  for (const rows of [
    `user_aliases (user_id, address) select id, 'alias-' || email`,
    `scan_totals (user_id, safe, suspicious, malicious, risk_sum) select id, 1, 0, 0, 0`,
    `organization_totals (organization_id, user_id, safe, suspicious, malicious, risk_sum)
      select organization_id, id, 1, 0, 0, 0`,
    `flags (id, user_id, organization_id, flag_type, value, created_at, search_text)
      select id, id, organization_id, 'red', 'sender.example', created_at, ''`,
  ]) {
    await sql.raw(`insert into ${rows} from users`).execute(database)
  }
  await sql`analyze`.execute(database)
  const body = {
    recipient: user.email,
    sender: 'office@firm.example',
    subject: 'Minutes',
    threat_level: 'suspicious',
    indicators: [],
  }
  const statements = await statementsOf(() => server.post('/api/scans', { token, body }))
  expect(statements.length).toBeGreaterThan(3)
  for (const statement of statements) {
    for (const plan of await plansOf(server, statement)) expect(plan).not.toMatch(wholeTable)
  }
})

test('a team dashboard reads its own users, not all', async ({ server }) => {
  const { database } = server
  await insertNumbered(database, 4000, 'users', userRow(0, await fillOrganizations(database, 100)))
  await sql`insert into organization_totals
    (organization_id, user_id, safe, suspicious, malicious, risk_sum)
    select organization_id, id, 1, 0, 0, 0 from users`.execute(database)
  await sql`analyze`.execute(database)
  const member = database.selectFrom('users').select('organization_id')
  const { organization_id } = await member
    .where('username', '=', 'person-1')
    .executeTakeFirstOrThrow()
  const { token } = await signInUser(server, {
    role: 'team_lead',
    organizationId: organization_id ?? '',
  })
  const statements = await statementsOf(async () => {
    expect((await server.get('/api/dashboard/team', { token })).body).toMatchObject({
      total_team_scans: 40,
    })
  })
  expect(statements).toHaveLength(4)
  for (const statement of statements) {
    for (const plan of await plansOf(server, statement)) {
      const read = [...plan.matchAll(/ on users .*rows=(\d+)/g)].map(([, rows]) => Number(rows))
      expect(Math.max(...read), plan).toBeLessThan(400)
    }
  }
})

test('the judge reads who writes to an organization, and neither its mail nor what others know', async () => {
  await using server = await createTestServer()
  const { database, clock } = server
  const organizations = await fillOrganizations(database, 10)
  await insertNumbered(database, 400, 'users', userRow(0, organizations))
  await sql`insert into correspondents (organization_id, day, sender, user_id)
    select organization_id, ${dayOf(clock())}, username || '-' || number || '.example', id
    from users, generate_series(1, 150) as number`.execute(database)
  await sql`analyze`.execute(database)
  const { organization_id } = await findUser(server, { username: 'person-1' })
  const statements = await statementsOf(async () => {
    const { met } = await readCorrespondents(database, organization_id ?? '', clock())
    expect(met).toContain('person-1-1.example')
  })
  expect(statements).toHaveLength(2)
  for (const statement of statements) {
    for (const plan of await plansOf(server, statement)) {
      expect(plan).not.toMatch(/Seq Scan on correspondents/)
    }
  }
})

test('organizations that match are found in one statement, which keeps a plan by the trigrams', async () => {
  await using server = await createTestServer()
  const { database } = server
  await fillOrganizations(database, 10_000)
  await sql`vacuum analyze organizations`.execute(database)
  const { token } = await signInAdmin(server)
  const statements = await statementsOf(async () => {
    expect((await server.get('/api/search?q=1987', { token })).body).toMatchObject({
      organizations: [{ name: 'Firm 1987' }],
    })
  })
  const isSearch = /from "organizations"\s+where "(name_key|search_text)"/
  const found = statements.filter(({ text }) => isSearch.test(text))
  expect(found.map(({ name }) => name)).toEqual([expect.any(String)])
  for (const statement of found) {
    const [, kept] = await plansOf(server, statement)
    expect(kept).toContain('Bitmap Index Scan on organizations_by_search_text')
    expect(kept).not.toContain('Seq Scan')
  }
})

/** Sends what PostgreSQL refuses instead of the first such statement, as if an operator had cancelled it. */
function cancelFirst(start: 'begin' | 'commit', client: PoolClient): PoolClient {
  let isCancelled = false
  const query = client.query.bind(client) as (config: { text: string }) => unknown
  return Object.assign(client, {
    query: (config: { text: string }) => {
      if (!config.text.startsWith(start) || isCancelled) return query(config)
      isCancelled = true
      return query({ ...config, text: `${start}, cancelled` })
    },
  })
}

const counters = (database: Database) => database.selectFrom('counters').selectAll().execute()

/** One connection, of which the first such statement is cancelled. */
function connectTo(address: string, cancelled: 'begin' | 'commit') {
  const pool = openConnections(address, 1, 10_000)
  let one: PoolClient | undefined
  const connect = async () => {
    const client = await pool.connect()
    if (client !== one) one = cancelFirst(cancelled, client)
    return client
  }
  const dialect = new PortablePostgresDialect({ connect, end: () => pool.end() })
  const database = new Kysely<Tables>({ dialect })
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.destroy() })
}

const addLast = prepare((database, named: (name: 'name') => string) =>
  database.insertInto('counters').values({ name: named('name'), value: 1 }),
)

test.each([
  [
    'after its statements',
    (database: Database) =>
      database.insertInto('counters').values({ name: 'lost', value: 1 }).execute(),
  ],
  [
    'behind the last statement',
    (database: Database) => addLast(database, { name: 'lost' }, { endsTransaction: true }),
  ],
])(
  'a commit %s that is cancelled leaves no open transaction to the next call',
  async (_, write) => {
    await using created = await createTestDatabase()
    await using database = connectTo(created.address, 'commit')
    const before = await counters(database)
    await expect(database.transaction().execute(write)).rejects.toThrow('syntax error')
    expect(await counters(database)).toEqual(before)
    // The connection is the same one, and its next transaction is whole.
    await database.transaction().execute(write)
    expect(await counters(database)).toHaveLength(before.length + 1)
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
    and state = 'idle in transaction (aborted)'`.execute(database)
    expect(rows).toEqual([])
  },
)

test('a transaction whose begin is cancelled ends with its first statement', async () => {
  await using created = await createTestDatabase()
  await using database = connectTo(created.address, 'begin')
  const readAndWrite = async (transaction: Database) => {
    await counters(transaction)
    await transaction.insertInto('counters').values({ name: 'second', value: 1 }).execute()
  }
  await expect(database.transaction().execute(readAndWrite)).rejects.toThrow('syntax error')
  const names = (await counters(database)).map(({ name }) => name)
  expect(names).not.toContain('second')
  await database.transaction().execute(readAndWrite)
})

const write = (database: Database) => sql`insert into counted values (1)`.execute(database)

test('a commit that no standby has confirmed is unavailable, not done', async () => {
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
