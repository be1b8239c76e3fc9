import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { makeDays } from '../../../server/database/partitions/days.ts'
import { recordQueries } from '../../support/record-queries.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

const levels = ['safe', 'suspicious', 'malicious'] as const

test('a search finds mail of each level, wherever it lies', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
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

test.each(['/api/messages', '/api/messages?q=invoice'])(
  'a plan is kept of %s that reads the mail of a user in its order',
  async (path) => {
    await using server = await createTestServer()
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
