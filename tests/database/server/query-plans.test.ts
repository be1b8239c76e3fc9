import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { recordQueries } from '../../support/server/query-plugins.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeUser, signInAdmin, signInUser } from '../../support/worlds/factories.ts'
import {
  makeFlag,
  makeGatewayKey,
  makeScan,
  reportScans,
} from '../../support/worlds/mail-factories.ts'

const password = 'correct horse battery'

async function explain({ database }: TestServer, sql: string, parameters: readonly unknown[]) {
  const { rows } = await database.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  )
  return rows.map(({ detail }) => detail)
}

test('no call scans a whole table, so calls stay fast as data grows', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server, { password, consented: false, role: 'super_admin' })
  const other = await makeUser(server)
  const key = await makeGatewayKey(server, user.organizationId)
  const { recorded, plugin } = recordQueries()
  const app = createApp({ ...server.services, database: server.database.withPlugin(plugin) })

  const scans = Array.from({ length: 100 }, () => makeScan({ recipient: user.email }))
  await request(app, 'POST', '/api/scans', { token: key, body: { scans } })
  const scan = await server.database
    .selectFrom('scans')
    .select('id')
    .where('user_id', '=', user.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const body = { username: user.username, password }
  const token = /"access_token":"(.+?)"/.exec(
    (await request(app, 'POST', '/api/auth/login', { body })).text,
  )?.[1]
  const flag = await makeFlag(server, user, { flag_type: 'red', value: 'spam.example' })
  const fields = {
    username: 'rania',
    email: 'rania@firm.example',
    full_name: 'Rania Haddad',
    role: 'team_lead',
    organization_id: user.organizationId,
  }
  const organization = { name: 'Cedar', industry: 'other', contact_email: 'office@cedar.example' }
  for (const [method, path, sent] of [
    ['GET', '/api/auth/me'],
    ['GET', '/api/dashboard/employee'],
    ['GET', '/api/risk'],
    ['GET', '/api/dashboard/team'],
    ['GET', '/api/flags/list'],
    ['POST', '/api/flags/add', { flag_type: 'red', value: 'shop.example' }],
    ['DELETE', `/api/flags/remove/${flag}`],
    ['GET', '/api/admin/dashboard'],
    ['GET', '/api/admin/users'],
    ['GET', '/api/admin/users?limit=1'],
    ['GET', '/api/admin/users?limit=1&q=person'],
    // Too short for the index.
    ['GET', '/api/admin/users?limit=1&q=pe'],
    ['GET', '/api/admin/users?limit=1&sort=name&order=desc&q=pe&role=employee'],
    ['GET', '/api/admin/users?limit=1&sort=status&q=person&status=active'],
    ['GET', `/api/admin/users?limit=1&sort=email&organization_id=${user.organizationId}`],
    ['GET', '/api/admin/users?limit=1&sort=username&organization_id=none'],
    ['GET', '/api/admin/organizations?limit=1&q=organization'],
    ['GET', '/api/admin/organizations?limit=1&sort=name&industry=other'],
    ['GET', '/api/admin/organizations?limit=1&attacks=unusual'],
    ['GET', `/api/admin/organizations/${user.organizationId}/threats`],
    ['GET', '/api/admin/audit?limit=1'],
    ['GET', `/api/admin/organizations/${user.organizationId}/arrival`],
    ['GET', `/api/admin/organizations/${user.organizationId}/gateway-keys`],
    [
      'POST',
      `/api/admin/organizations/${user.organizationId}/gateway-keys`,
      { scope: 'flags', request_id: 'f'.repeat(32) },
    ],
    [
      'POST',
      `/api/admin/organizations/${user.organizationId}/gateway-keys/${'f'.repeat(32)}/expiry`,
      { expires_at: null },
    ],
    ['DELETE', `/api/admin/organizations/${user.organizationId}/gateway-keys/${'f'.repeat(32)}`],
    ['GET', `/api/admin/audit?order=asc&actor_id=${user.id}`],
    ['GET', `/api/admin/audit?action=sign-in&target_id=${user.id}&limit=1`],
    ['GET', `/api/admin/audit?organization_id=${user.organizationId}&limit=1`],
    ['GET', `/api/admin/audit?organization_id=${user.organizationId}&from=2025-01-01&action=x`],
    ['GET', '/api/admin/audit?from=2025-01-01&to=2025-02-01&order=asc'],
    ['POST', '/api/admin/audit/export', { to: '2025-02-01' }],
    ['GET', '/api/search?q=p'],
    ['GET', '/api/search?q=person'],
    ['GET', '/api/flags/list?limit=1&sort=value&q=spam&flag_type=red'],
    ['GET', '/api/messages?limit=1'],
    ['GET', '/api/messages?limit=1&q=invoice+firm'],
    ['GET', '/api/messages?limit=1&sort=sender&level=safe&from=2025-01-01&to=2025-02-01'],
    ['GET', `/api/messages/${scan.id}`],
    ['POST', '/api/admin/organizations/detailed', organization],
    ['POST', '/api/admin/users/detailed', { ...fields, password: 'violet kettle drum' }],
    [
      'POST',
      '/api/admin/users/detailed',
      { ...fields, id: other.id, username: 'x', email: 'x@x.example' },
    ],
    ['DELETE', `/api/admin/users/${other.id}`],
    ['POST', `/api/admin/generate-receipt/${user.organizationId}/2025/1`],
    [
      'POST',
      '/api/team/support-request',
      {
        request_type: 'technical_issue',
        priority: 'low',
        subject: 'A subject',
        description: 'A description',
      },
    ],
    ['POST', '/api/users/consent'],
    ['POST', '/api/auth/logout'],
  ] as const) {
    const options = { token: token ?? '', ...(sent === undefined ? {} : { body: sent }) }
    expect((await request(app, method, path, options)).status, path).toBe(200)
  }

  const flagsKey = await makeGatewayKey(server, user.organizationId, 'flags')
  const headers = { authorization: `Bearer ${flagsKey}` }
  for (const color of ['red', 'green']) {
    await (await app.request(`/api/rspamd/flags/${color}`, { headers })).text()
  }

  expect(recorded.length).toBeGreaterThan(15)
  for (const { node, queryId } of recorded) {
    const { sql, parameters } = server.database.getExecutor().compileQuery(node, queryId)
    const plan = await explain(server, sql, parameters)
    // A row for each organization and month, and the number of organizations. The admin's totals do
    // not grow with users or mail.
    const isSummary = /^select (?:sum|count)\(.*from "(?:monthly_scans|organizations)"$/.test(sql)
    // Each organization, whose days of the last five weeks are searched by the index.
    const isComparison =
      /^select "id", "name", "suspended_at", .* from "organizations" where "suspended_at" is null/s.test(
        sql,
      )
    // All users, counted with the pages of an index.
    const isCount = sql.includes('(select count(*) from users)')
    const harmless = isSummary
      ? 'monthly_scans|organizations|'
      : isComparison
        ? 'organizations|'
        : isCount
          ? 'users USING COVERING INDEX|'
          : ''
    const readWhole = plan.filter((step) =>
      new RegExp(
        `^SCAN (?!${harmless}wanted|newest|best|names|begins|matches|others|(?:found|json_each) VIRTUAL TABLE INDEX (?!0:$)|\\(|\\d|CONSTANT)`,
      ).test(step),
    )
    expect(readWhole, sql).toEqual([])
  }
})

test.each([
  ['users', 'person', true],
  ['users', 'per', true],
  ['users', 'pe', false],
  ['organizations', 'organ', true],
  ['organizations', 'or', false],
] as const)('a search in %s for %s uses the trigram index: %s', async (list, term, isIndexed) => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const { recorded, plugin } = recordQueries()
  const app = createApp({ ...server.services, database: server.database.withPlugin(plugin) })
  const path = `/api/admin/${list}?limit=1&q=${term}`
  expect((await request(app, 'GET', path, { token })).status).toBe(200)
  const steps: string[] = []
  for (const { node, queryId } of recorded) {
    const { sql, parameters } = server.database.getExecutor().compileQuery(node, queryId)
    steps.push(...(await explain(server, sql, parameters)))
  }
  expect(steps.some((step) => /^SCAN found VIRTUAL TABLE INDEX/.test(step))).toBe(isIndexed)
})

test('own mail is found in the index alone, and only the rows of the page are read', async () => {
  await using server = await createTestServer()
  const { user, token } = await signInUser(server)
  const [scan] = await reportScans(server, user, [{ sender: 'office@firm.example' }])
  const { recorded, plugin } = recordQueries()
  const app = createApp({ ...server.services, database: server.database.withPlugin(plugin) })
  for (const query of [
    '/messages?limit=1',
    '/messages?limit=1&order=asc',
    '/messages?limit=1&q=firm',
    '/messages?limit=1&q=office+firm&level=safe&sort=sender',
    '/messages?limit=1&from=2025-01-01&to=2025-02-01',
    `/messages/${scan?.id}`,
  ]) {
    recorded.length = 0
    expect((await request(app, 'GET', `/api${query}`, { token })).status, query).toBe(200)
    const plans: string[][] = []
    for (const { node, queryId } of recorded) {
      const { sql, parameters } = server.database.getExecutor().compileQuery(node, queryId)
      if (sql.includes('from "scans"')) plans.push(await explain(server, sql, parameters))
    }
    // The last query finds the rows; the one before it, if any, reads a mail by its id.
    const steps = plans.at(-1)?.filter((step) => step.includes('scans')) ?? []
    const byId = expect.stringMatching(/^SEARCH scans USING INDEX \S+ \(id=\?\)$/)
    const byTime = /^SEARCH scans USING COVERING INDEX scans_by_time \(user_id=\?/
    if (query.includes('limit')) expect(steps, query).toEqual([byId, expect.stringMatching(byTime)])
    else expect(steps, query).toEqual([byId])
  }
})
