import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { dayOf } from '../../../server/core/clock.ts'
import { makeDays } from '../../../server/database/partitions/days.ts'
import { readCorrespondents } from '../../../server/judge/learning/correspondents.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeGatewayKey, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { fillOrganizations, insertNumbered, userRow } from '../../support/worlds/fill.ts'

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

test('no statement of a report reads a whole table', async () => {
  await using server = await createTestServer()
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

test('a team dashboard reads its own users, not all', async () => {
  await using server = await createTestServer()
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
  const lead = await makeUser(server, {
    role: 'team_lead',
    organizationId: organization_id ?? '',
  })
  const token = await makeSession(server, lead)
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
  const { organization_id } = await database
    .selectFrom('users')
    .select('organization_id')
    .where('username', '=', 'person-1')
    .executeTakeFirstOrThrow()
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
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
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
