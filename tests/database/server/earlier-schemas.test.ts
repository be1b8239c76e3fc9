import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { isForGateways } from '../../../contract/core/key-scope.ts'
import { bindCalls } from '../../../server/calls.ts'
import { tablesInOrder } from '../../../server/database/opening/copy-database.ts'
import { migrations } from '../../../server/database/opening/migrate.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { readMap } from '../../support/mail/flag-map.ts'
import { createTestClock } from '../../support/server/clock.ts'
import {
  connectTo,
  describeSchema,
  fillEarlier,
  findMissing,
  firstRelease,
  insertRow,
} from '../../support/server/earlier-database.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/server/test-database.ts'
import { provesOnce } from '../../support/suite.ts'
import { rania, rowsOfEveryTable } from '../../support/worlds/every-table.ts'

const names = Object.keys(migrations).filter((name) => name >= firstRelease)
/** Those after it create nothing. */
const last = '0043-judge-choice@0.3.0'
const known = names.filter((name) => name <= last)
const tried = provesOnce ? known.slice(-3) : known
const { token, gatewayKey, username, password } = rania

let schemaOfFreshDatabase: readonly string[]

beforeAll(async () => {
  await using fresh = await createTestServer()
  schemaOfFreshDatabase = await describeSchema(fresh.database)
})

/** Queries of calls. */
const queries: Readonly<Record<string, string>> = {
  '/flags/evidence': '?value=sender.example',
  '/search': '?q=rania',
  '/team/report': '?from=2025-03-01&to=2025-03-31',
}

/** Reads everything that can be read, and writes one row of each kind. */
async function makeCalls(server: TestServer): Promise<void> {
  const reads = bindCalls(server.services).filter(({ endpoint }) => endpoint.method === 'GET')
  expect(reads.length).toBeGreaterThan(8)
  const { organizations, scans, users } = await rowsOfEveryTable(server.clock())
  for (const { endpoint } of reads) {
    const query = queries[endpoint.path] ?? ''
    if (isForGateways(endpoint.access)) continue
    const path = endpoint.path
      .replace(':organization_id', organizations.id)
      .replace(':provider', 'mailcow')
      .replace('/users/:id', `/users/${users.id}`)
      .replace('/messages/:id', `/messages/${scans.id}`)
      .replace('/members/:id', `/members/${users.id}`)
    const { status } = await server.get(`/api${path}${query}`, { token })
    expect(status, endpoint.path).toBe(statusFor(endpoint))
  }
  const map = await readMap(server, organizations.id, 'red')
  expect(map.lines).toContain('rania@olive.example|spam.example')
  const mail = { recipient: 'rania@olive.example', sender: 'a@b.example', threat_level: 'safe' }
  const support = { request_type: 'technical_issue', priority: 'low', subject: 'x' }
  // The user signs in with the password alone.
  await server.database.deleteFrom('second_factors').execute()
  for (const [path, body, bearer = token] of [
    ['/auth/login', { username, password }],
    ['/scans', mail, gatewayKey],
    ['/flags/add', { flag_type: 'green', value: 'friend.example' }],
    ['/team/support-request', { ...support, description: 'x' }],
    [`/admin/generate-receipt/${organizations.id}/2025/3`, undefined],
    [`/admin/generate-receipt/${organizations.id}/2025/4`, undefined],
    ['/users/consent', undefined],
  ] as const) {
    const answer = await server.post(`/api${path}`, { token: bearer, body })
    expect(answer.status, `${path} ${answer.text}`).toBe(200)
  }
}

/** The user is a super admin, who has no right of team leads and is no member of a team. */
function statusFor({ access, path }: Endpoint): number {
  if (access === 'manage:own-organization') return 403
  return path === '/team/members/:id' ? 404 : 200
}

test.each(tried)(
  'a database from %s is migrated with all of its rows, and all calls work',
  async (name) => {
    await using created = await createEmptyDatabase()
    const earlier = connectTo(created.address)
    const rows = await fillEarlier(earlier, name, await rowsOfEveryTable(createTestClock()()))
    expect(rows.length).toBeGreaterThanOrEqual(9)
    // A migration that copies a table copies each of its rows.
    const others = rows
      .filter(({ table }) => table === 'reported_mails')
      .map(({ table, row }) => ({ table, row: { ...row, id: 'another mail' } }))
    for (const other of others) await insertRow(earlier, other)
    await earlier.destroy()

    await using server = await createTestServer({ address: created.address })
    expect(await findMissing(server.database, [...rows, ...others])).toEqual([])
    expect(await describeSchema(server.database)).toEqual(schemaOfFreshDatabase)
    await makeCalls(server)
    const dashboard = await server.get('/api/dashboard/employee', { token })
    expect(dashboard.body).toMatchObject({ total_emails_scanned: 27, phishing_emails_caught: 6 })
  },
)

test('the newest of them has a row in every table', async () => {
  await using server = await createTestServer()
  const tables = await server.database.introspection.getTables()
  const known: readonly string[] = tablesInOrder
  // SQLite's trigram indexes are tables, too.
  const rowTables = tables.map(({ name }) => name).filter((name) => !/_search(?:_|$)/.test(name))
  expect(rowTables.filter((name) => !known.includes(name))).toEqual([])
})

test('a database of a newer version is rejected with a message and not changed', async () => {
  await using created = await createTestDatabase()
  const database = await openDatabase(created.address)
  await sql`insert into kysely_migration values ('9999-of-tomorrow', '2099-01-01T00:00:00.000Z')`.execute(
    database,
  )
  const before = await describeSchema(database)
  await expect(openDatabase(created.address)).rejects.toThrow(
    /^Cannot open the database \S+: it is of a newer version of Aman, with 9999-of-tomorrow: start that version, or restore the backup from before it$/,
  )
  expect(await describeSchema(database)).toEqual(before)
  await database.destroy()
})

test('a failed migration does not change the database', async () => {
  await using created = await createEmptyDatabase()
  const database = connectTo(created.address)
  // None after it is prepared, so that all run in one transaction.
  const earlier = '0042-correspondents@0.3.0'
  const rows = await fillEarlier(database, earlier, await rowsOfEveryTable(new Date()))
  // The last migration creates an index of this name.
  await sql`create index mailbox_credentials_by_user on audit (at)`.execute(database)
  const before = await describeSchema(database)
  await expect(openDatabase(created.address)).rejects.toThrow(/mailbox_credentials_by_user/)
  expect(await describeSchema(database)).toEqual(before)
  expect(await findMissing(database, rows)).toEqual([])
  await sql`drop index mailbox_credentials_by_user`.execute(database)
  await (await openDatabase(created.address)).destroy()
  expect(await describeSchema(database)).toEqual(schemaOfFreshDatabase)
  await database.destroy()
})

test('a database of a version before the first release is refused and not changed', async () => {
  await using created = await createEmptyDatabase()
  const database = connectTo(created.address)
  await fillEarlier(database, firstRelease, await rowsOfEveryTable(new Date()))
  await sql`delete from kysely_migration where name = ${firstRelease}`.execute(database)
  const before = await describeSchema(database)
  await expect(openDatabase(created.address)).rejects.toThrow(
    /^Cannot open the database \S+: it is of a version before 0\.2\.0, the first release, and cannot be upgraded$/,
  )
  expect(await describeSchema(database)).toEqual(before)
  await database.destroy()
})

test('a database that a server between two releases upgraded in part is refused', async () => {
  await using created = await createEmptyDatabase()
  const database = connectTo(created.address)
  await fillEarlier(database, '0051-mailbox-credentials@0.3.0', await rowsOfEveryTable(new Date()))
  await sql`alter table mailbox_credentials drop column refusal`.execute(database)
  await expect(openDatabase(created.address)).rejects.toThrow(
    'it is of a version between 0.2.0 and 0.3.0, and cannot be upgraded',
  )
  await database.destroy()
})
