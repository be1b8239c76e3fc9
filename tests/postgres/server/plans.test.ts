import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { expect } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { migrate, migrations, pendingMigrations } from '../../../server/database/opening/migrate.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { makeDays } from '../../../server/database/partitions/days.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { createServers } from '../../support/postgres/two-servers.ts'
import {
  type Asker,
  askers,
  cases,
  type Scene,
  setScene,
} from '../../support/server/access-cases.ts'
import { connectTo, firstRelease } from '../../support/server/earlier-database.ts'
import { recordQueries } from '../../support/server/query-plugins.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/server/test-database.ts'
import { times } from '../../support/until.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { fillLists, namesOf } from '../../support/worlds/lists.ts'
import {
  makeFlag,
  makeGatewayKey,
  makeRequest,
  reportScans,
} from '../../support/worlds/mail-factories.ts'

const levels = ['safe', 'suspicious', 'malicious'] as const

test('a search finds mail of each level, wherever it lies', async ({ server, user }) => {
  await makeDays(server.database, server.clock())
  await reportScans(
    server,
    user,
    levels.map((threat_level) => ({ threat_level, sender: 'office@firm.example' })),
  )
  const token = await makeSession(server, user)
  const { body } = await server.get('/api/messages?q=firm', { token })
  expect(body).toHaveLength(levels.length)
  for (const threat_level of levels) {
    expect(body).toContainEqual(expect.objectContaining({ threat_level }))
  }
})

/** The plan that PostgreSQL keeps of the query of a call on mail. */
async function keptPlan(server: TestServer, path: string, token: string): Promise<string> {
  const { recorded, plugin } = recordQueries()
  const app = createApp({ ...server.services, database: server.database.withPlugin(plugin) })
  expect((await request(app, 'GET', path, { token })).status).toBe(200)
  const queries = recorded
    .map(({ node, queryId }) => server.database.getExecutor().compileQuery(node, queryId))
    .filter((query) => query.sql.includes('scans.user_id'))
  expect(queries).toHaveLength(1)
  const [{ sql: text, parameters } = { sql: '', parameters: [] }] = queries
  return server.database.connection().execute(async (connection) => {
    await sql.raw(`prepare own_mail as ${text}`).execute(connection)
    const values = sql.join(parameters.map((value) => sql.lit(String(value))))
    // PostgreSQL decides after five times whether it keeps a plan.
    for (let time = 0; time < 6; time += 1) {
      await sql`execute own_mail(${values})`.execute(connection)
    }
    const { rows } = await sql<Record<string, string>>`explain execute own_mail(${values})`.execute(
      connection,
    )
    await sql`deallocate own_mail`.execute(connection)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

test.for(['/api/messages', '/api/messages?q=invoice'])(
  'a plan is kept of %s that reads the mail of a user in its order',
  async (path, { server }) => {
    const { database, clock } = server
    await makeDays(database, clock())
    const user = await makeUser(server)
    const token = await makeSession(server, user)
    await reportScans(server, user, [{}])
    // Most users have few mails, and this one has many, on all days.
    await sql`insert into scans (id, user_id, organization_id, received_at, threat_level, sender_domain,
      email_subject, detection_reason, indicators, search_text, delete_after)
    select 'mail ' || number, case when number % 3 = 0 then scans.user_id else 'user ' || number end,
      scans.organization_id, ${clock().toISOString()}, 'safe', 'firm.example', 'Invoice', '', '[]', 'invoice',
      to_char(${clock().toISOString()}::timestamptz + number % 29 * interval '1 day', 'YYYY-MM-DD"T12:00:00.000Z"')
    from scans, generate_series(1, 6000) as number`.execute(database)
    await sql`analyze scans`.execute(database)
    const plan = await keptPlan(server, path, token)
    // The plan is one for any user.
    expect(plan).toMatch(/user_id = \$1/)
    expect(plan).toContain('Merge Append')
    expect(plan).not.toContain('Bitmap')
  },
)

test('reports of the same new senders at two servers, in any order, wait for each other and are all kept', async () => {
  await using servers = await createServers()
  const { one } = servers
  const organizationId = await makeOrganization(one)
  const token = await makeGatewayKey(one, organizationId)
  const users = await times(4, () => makeUser(one, { organizationId }))
  const answers = await times(40, (position) => {
    const senders = Array.from({ length: 50 }, (_, number) => {
      const turned = (number * (position % 2 === 0 ? 1 : 49) + position) % 50
      return `post@firm-${Math.floor(position / 10)}-${turned}.example`
    })
    const scans = senders.map((sender, number) => ({
      recipient: users[(position + number) % users.length]?.email,
      sender,
      subject: 'Minutes of Monday',
      threat_level: 'safe',
      indicators: [],
    }))
    return servers.call('POST', '/api/scans', { token, body: { scans } })
  })
  for (const { status, text } of answers) expect(`${status} ${text}`).toMatch(/^200 /)
  const { rows } = await sql<{ count: string; firms: string }>`select count(*) as count,
    count(distinct sender) as firms from correspondents`.execute(one.database)
  expect(rows).toEqual([{ count: 200, firms: 200 }])
})

test('further mail of a sender of the day neither locks nor writes the row', async ({ server }) => {
  const user = await makeUser(server)
  const report = () => reportScans(server, user, [{ sender: 'lena@supplier.example' }])
  const row = async () => {
    const { rows } = await sql`select ctid::text, xmin::text, xmax::text
      from correspondents`.execute(server.database)
    return rows
  }
  await report()
  const before = await row()
  await report()
  await report()
  expect(await row()).toEqual(before)
  expect(before).toHaveLength(1)
})

/** Acts once, when the answer to whether mail lies in no day's partition has come. */
function afterFirstCheck(act: () => Promise<unknown>): KyselyPlugin {
  let isChecking = false
  let hasActed = false
  return {
    transformQuery({ node }: { node: RootOperationNode }) {
      isChecking = node.kind === 'RawNode' && String(node.sqlFragments).includes('scans_safe_rest')
      return node
    },
    async transformResult({ result }) {
      if (isChecking && !hasActed) {
        hasActed = true
        await act()
      }
      return result
    },
  }
}

test('mail that comes while its partition is made leaves the other days their own', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  await reportScans(one, await makeUser(one), [{}])
  const [scan] = await one.database.selectFrom('scans').selectAll().execute()
  if (scan === undefined) throw new Error('no mail')
  const today = one.clock().toISOString().slice(0, 10)
  const late = { ...scan, id: 'late', delete_after: `${today}T23:00:00.000Z` }
  const arrive = () => one.database.insertInto('scans').values(late).execute()
  await makeDays(other.database.withPlugin(afterFirstCheck(arrive)), one.clock())
  const { rows } = await sql<{ place: string; count: number }>`select
    (select count(*)::int from pg_class where relname ~ '^scans_safe_[0-9]{8}$') as count,
    tableoid::regclass::text as place from scans where id = 'late'`.execute(one.database)
  // All but today and the day of the first mail.
  expect(rows).toEqual([{ place: 'scans_safe_rest', count: 33 }])
})

test('a search finds the same without the trigram index', async () => {
  await using created = await createTestDatabase()
  await using server = await createTestServer({ address: created.address })
  await sql`drop extension pg_trgm cascade`.execute(server.database)
  const { token } = await fillLists(server)
  expect(await namesOf(server, token, 'q=anna&limit=2&sort=username')).toEqual([
    'ANNA',
    'anna',
    'Anna',
  ])
  // It is used again from the next start on.
  await (await openDatabase(created.address)).destroy()
  const indexes = sql`select indexname from pg_indexes where indexname like '%_by_search_text'`
  expect((await indexes.execute(server.database)).rows).toHaveLength(2)
})

/** The clock of tests stands still, so that all of it has one time. */
async function fillWithTies({ server, asker, colleague }: Scene): Promise<void> {
  const levels = ['malicious', 'suspicious', 'safe'] as const
  for (const user of [asker, colleague]) {
    await reportScans(
      server,
      user,
      Array.from({ length: 36 }, (_, at) => ({
        threat_level: levels[at % levels.length] ?? 'safe',
        sender: `sender-${at}@strange.example`,
        subject: `Mail ${at}`,
      })),
    )
    for (let at = 0; at < 8; at += 1) {
      await makeFlag(server, user, { flag_type: 'red', value: `flagged-${at}.example` })
      await makeRequest(server, user, at % 2 === 0 ? 'mail-report' : 'support-request')
      await makeSession(server, user)
    }
  }
  const { organizationId } = asker
  for (let at = 0; at < 8; at += 1)
    await makeUser(server, { organizationId, full_name: 'Namesake' })
}

/** Gives every second row another place on the disk, by which the engine orders what is equal. */
async function moveRows({ database }: TestServer): Promise<void> {
  for (const { name, isView, columns } of await database.introspection.getTables()) {
    const [column] = columns
    if (isView || column === undefined) continue
    const same = sql.ref(column.name)
    await sql`update ${sql.table(name)} set ${same} = ${same}
      where (ctid::text::point)[1]::int % 2 = 0`.execute(database)
  }
}

/** Calls that a user reads by; the trail of these two grows while it is read. */
const reading = cases.filter(
  ({ call }) => call.startsWith('GET ') && !/\/(audit|data)(\/|$)/.test(call),
)

async function readAll(scene: Scene, who: Asker, token: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const { call, kind, status, attempt } of reading) {
    if (status[who] !== 200) continue
    const { text } = await scene.server.get(`/api${attempt(scene).path}`, { token })
    answers[`${call} ${kind}`] = text
  }
  return answers
}

test.each(askers)(
  'every list and limit that the %s reads stays in its order among rows of one time, without new mail',
  async (who) => {
    await using created = await createTestDatabase()
    // An index would order by its other columns, too, which the next plan need not take.
    const address = `${created.address}?options=${encodeURIComponent('-c enable_indexscan=off -c enable_bitmapscan=off')}`
    await using server = await createTestServer({ address })
    const scene = await setScene(server, who)
    await fillWithTies(scene)
    const token = await makeSession(server, scene.asker)
    const before = await readAll(scene, who, token)
    expect(Object.keys(before).length).toBeGreaterThan(10)
    for (let times = 0; times < 2; times += 1) {
      await moveRows(server)
      expect(await readAll(scene, who, token)).toEqual(before)
    }
  },
)

test('while the disk has no room for new pages the server is not ready, although a row can be changed', async () => {
  await using created = await createEmptyDatabase()
  await using server = await createTestServer({ address: created.address })
  const { database } = server
  expect((await server.get('/api/ready')).status).toBe(200)
  // PostgreSQL's error when a file cannot grow.
  await sql`create function refuse() returns event_trigger language plpgsql as $$ begin
    raise exception using errcode = '53100', message = 'could not extend file: No space left';
  end $$`.execute(database)
  await sql`create event trigger full_disk on ddl_command_start execute function refuse()`.execute(
    database,
  )
  server.clock.pass(5000)
  const refused = await server.get('/api/ready')
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({ code: 'writes_refused', writes: false })
  await sql`drop event trigger full_disk`.execute(database)
  server.clock.pass(1000)
  expect((await server.get('/api/ready')).status).toBe(200)
  const left = await sql`select 1 from pg_class where relname = 'aman_ready'`.execute(database)
  expect(left.rows).toEqual([])
})

const check = prepareCommand('upgrade-check')
const rows = 20_000

test('estimates an upgrade beside running servers, and changes nothing', async () => {
  await using store = await createEmptyDatabase()
  const database = connectTo(store.url)
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => database.destroy())
  await migrate(database, firstRelease)
  await sql`insert into counters (name, value)
    select 'filler' || one, one from generate_series(1, ${sql.lit(rows)}) as one`.execute(database)
  const writing = await database.startTransaction().execute()
  await sql`update counters set value = value + 1`.execute(writing)

  const { stdout } = await check({ environment: { DATABASE_URL: store.url } })

  await writing.rollback().execute()
  const pending = Object.keys(migrations).filter((name) => name > firstRelease)
  for (const name of pending) expect(stdout).toContain(`\n  ${name}\n`)
  const [, seconds, megabytes] =
    /About (\d+) seconds, if all of its (\d+\.\d) MB .* Nothing was changed\./.exec(stdout) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(1)
  const { rows: sizes } = await sql<{ bytes: string }>`
    select pg_database_size(current_database()) as bytes`.execute(database)
  expect(Number(megabytes)).toBeCloseTo(Number(sizes[0]?.bytes) / 1e6, -1)
  expect(await pendingMigrations(database)).toEqual(pending)
})
