import { expect } from 'vitest'
import { issueKeyEndpoint } from '../../../contract/gateways/issue-key.ts'
import { listKeysEndpoint } from '../../../contract/gateways/list-keys.ts'
import { findGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import {
  makeAlias,
  makeOrganization,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { watchKeys } from '../../support/worlds/mail-factories.ts'

const minuteMs = 60_000

async function setScene(server: TestServer) {
  const { admin, token } = await signInAdmin(server)
  const user = await makeUser(server)
  const path = `/api/admin/organizations/${user.organizationId}/gateway-keys`
  return {
    admin,
    user,
    token,
    path,
    issue: (body: object) => server.post(path, { token, body }),
    async issued(body: object = { scope: 'report' }) {
      return (await server.post(path, { token, body })).output(issueKeyEndpoint)
    },
    expire: (id: unknown, expires_at: string | null) =>
      server.post(`${path}/${id}/expiry`, { token, body: { expires_at } }),
    revoke: (id: unknown) => server.delete(`${path}/${id}`, { token }),
    list: async () => (await server.get(path, { token })).output(listKeysEndpoint).keys,
    ...watchKeys(server, user, 'gateway-key'),
  }
}

test('an issued key is in the answer once, works, and is listed without itself', async () => {
  await using server = await createTestServer()
  const { issued, list, reportStatus, acts, admin, user } = await setScene(server)
  const created_at = server.clock().toISOString()
  const { key, ...row } = await issued({ scope: 'report', note: ' First server ' })
  expect(row).toEqual({
    id: expect.any(String),
    scope: 'report',
    note: 'First server',
    state: 'valid',
    created_at,
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    networks: '',
  })
  expect(await list()).toEqual([row])
  expect(await reportStatus(key)).toBe(200)
  server.clock.pass(1000)
  const flags = await issued({ scope: 'flags' })
  expect(await reportStatus(flags.key)).toBe(403)
  expect(await list()).toMatchObject([
    { id: flags.id, scope: 'flags' },
    { id: row.id, last_used_at: created_at },
  ])
  expect(JSON.stringify(await list())).not.toContain(key)
  const place = `organization ${user.organizationId}`
  expect(await acts()).toEqual([
    ['gateway-key-issue', admin.id, row.id, `${place}, scope report`],
    ['gateway-key-issue', admin.id, flags.id, `${place}, scope flags`],
  ])
})

test('a repeated request replaces the secret and issues no second key, until the key is used', async () => {
  await using server = await createTestServer()
  const { issue, issued, list, revoke, reportStatus } = await setScene(server)
  const id = 'ab'.repeat(16)
  const lost = await issued({ request_id: id, scope: 'report' })
  const kept = await issued({ request_id: id, scope: 'report', note: 'again' })
  expect(kept.id).toBe(id)
  expect(await list()).toMatchObject([{ id, note: 'again' }])
  expect(await reportStatus(lost.key)).toBe(401)
  expect(await issue({ request_id: id, scope: 'flags' })).toMatchObject({
    ...{ status: 409, code: 'key_issued_already' },
  })
  expect(await reportStatus(kept.key)).toBe(200)
  expect((await issue({ request_id: id, scope: 'report' })).status).toBe(409)
  expect(await reportStatus(kept.key)).toBe(200)

  const other = 'cd'.repeat(16)
  await issued({ request_id: other, scope: 'report' })
  await revoke(other)
  expect((await issue({ request_id: other, scope: 'report' })).status).toBe(409)
})

test('a request id of a key of another organization replaces nothing there', async ({ server }) => {
  const { issued, token, reportStatus } = await setScene(server)
  const id = 'ab'.repeat(16)
  const { key } = await issued({ request_id: id, scope: 'report' })
  const path = `/api/admin/organizations/${await makeOrganization(server)}/gateway-keys`
  const answer = await server.post(path, { token, body: { request_id: id, scope: 'report' } })
  expect(answer).toMatchObject({ status: 409, code: 'key_issued_already' })
  expect(await reportStatus(key)).toBe(200)
})

test('a longer life of a key needs a recent confirmation, a shorter one does not', async () => {
  await using server = await createTestServer()
  const { issued, expire, list, reportStatus } = await setScene(server)
  const denied = { status: 403, code: 'confirmation_required' }
  const end = new Date(server.clock().getTime() + 20 * minuteMs).toISOString()
  const { id, key } = await issued({ scope: 'report', expires_at: end })
  const endless = await issued({ scope: 'report' })
  server.clock.pass(11 * minuteMs)
  const hour = new Date(server.clock().getTime() + 60 * minuteMs).toISOString()
  expect(await expire(id, hour)).toMatchObject(denied)
  expect(await expire(id, null)).toMatchObject(denied)
  expect((await expire(id, end)).status).toBe(200)
  expect((await expire(endless.id, hour)).status).toBe(200)
  expect((await expire(endless.id, end)).status).toBe(200)
  server.clock.pass(9 * minuteMs)
  // A key that has ended is not woken.
  expect(await expire(id, null)).toMatchObject(denied)
  expect(await reportStatus(key)).toBe(401)
  expect(await list()).toMatchObject([{ expires_at: end }, { expires_at: end }])
})

test('the expiry of a key can be set and cleared, and ends the key', async ({ server }) => {
  const { issued, expire, list, reportStatus, acts } = await setScene(server)
  const { id, key } = await issued({ scope: 'report', expires_at: '2999-01-31' })
  expect(await list()).toMatchObject([{ expires_at: '2999-01-31T00:00:00.000Z' }])
  expect((await expire(id, null)).status).toBe(200)
  expect(await list()).toMatchObject([{ expires_at: null }])
  const soon = new Date(server.clock().getTime() + minuteMs).toISOString()
  expect((await expire(id, soon)).status).toBe(200)
  server.clock.pass(minuteMs - 1)
  expect(await reportStatus(key)).toBe(200)
  expect(await list()).toMatchObject([{ state: 'valid', expires_at: soon }])
  server.clock.pass(1)
  expect(await reportStatus(key)).toBe(401)
  expect(await list()).toMatchObject([{ state: 'expired', expires_at: soon }])
  expect((await acts()).map(([action]) => action)).toEqual([
    'gateway-key-issue',
    'gateway-key-expiry',
    'gateway-key-expiry',
  ])
})

test.each([
  ['1999-12-31', 'in_past'],
  ['soon', 'not_a_time'],
])('an expiry of %s is refused at its field', async (expires_at, code) => {
  await using server = await createTestServer()
  const { issue, issued, expire, list } = await setScene(server)
  const { id } = await issued()
  for (const answer of [
    await issue({ scope: 'report', expires_at }),
    await expire(id, expires_at),
  ]) {
    expect(answer.status).toBe(422)
    expect(answer.fields).toMatchObject([{ field: 'expires_at', code }])
  }
  expect(await list()).toMatchObject([{ id, expires_at: null }])
})

test('a revoked key stops working, stays in the list, and can be revoked again', async () => {
  await using server = await createTestServer()
  const { issued, revoke, expire, list, reportStatus, acts } = await setScene(server)
  const { id, key } = await issued()
  expect((await revoke(id)).status).toBe(200)
  const revoked_at = server.clock().toISOString()
  expect(await reportStatus(key)).toBe(401)
  server.clock.pass(1000)
  expect((await revoke(id)).status).toBe(200)
  expect(await list()).toMatchObject([{ id, state: 'revoked', revoked_at }])
  expect((await acts()).map(([action]) => action)).toEqual([
    'gateway-key-issue',
    'gateway-key-revoke',
  ])
  expect(await expire(id, null)).toMatchObject({ status: 404, code: 'unknown_gateway_key' })
})

test('keys of an unknown organization, and unknown keys, are a 404', async ({ server }) => {
  const { token, issued, expire, revoke, list } = await setScene(server)
  const { id } = await issued()
  const elsewhere = `/api/admin/organizations/${await makeOrganization(server)}/gateway-keys`
  const nowhere = '/api/admin/organizations/none/gateway-keys'
  const unknownOrganization = { status: 404, code: 'unknown_organization' }
  expect(await server.get(nowhere, { token })).toMatchObject(unknownOrganization)
  expect(await server.post(nowhere, { token, body: { scope: 'report' } })).toMatchObject(
    unknownOrganization,
  )
  const unknownKey = { status: 404, code: 'unknown_gateway_key' }
  const body = { expires_at: null }
  expect(await server.delete(`${elsewhere}/${id}`, { token })).toMatchObject(unknownKey)
  expect(await server.post(`${elsewhere}/${id}/expiry`, { token, body })).toMatchObject(unknownKey)
  expect(await expire('none', null)).toMatchObject(unknownKey)
  expect(await revoke('none')).toMatchObject(unknownKey)
  expect(await list()).toMatchObject([{ id, state: 'valid' }])
})

const run = prepareCommand('gateway-key')

function gatewayKey(url: string, ...options: string[]) {
  return run({ environment: { DATABASE_URL: url } }, ...options)
}

test('an operator issues, lists and revokes the keys of an organization', async () => {
  await using database = await createTestDatabase()
  const { address, url } = database
  await using server = await createTestServer({ address })
  const organizationId = await makeOrganization(server, { name: 'Cedar Health' })

  const { stdout } = await gatewayKey(url, 'cedar HEALTH', '--label', 'Exchange')
  const key = /(aman_gateway_\S+)/.exec(stdout)?.[1] ?? ''
  const id = /revoke it: (\S+)/.exec(stdout)?.[1] ?? ''
  expect(await findGatewayKey(server, key)).toMatchObject({ cover: { organizationId } })

  const listed = (await gatewayKey(url, organizationId, '--list')).stdout
  expect(listed).toMatch(new RegExp(`^${id} .*valid .*Exchange\n$`))
  expect(listed).not.toContain(key)

  expect((await gatewayKey(url, 'Cedar Health', '--revoke', id)).stdout).toBe(`Revoked ${id}\n`)
  expect(await findGatewayKey(server, key)).toBeUndefined()
  await expect(gatewayKey(url, 'Cedar Health', '--revoke', id)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`\nCedar Health has no valid gateway key '${id}'\n`),
  })
  const shared = { actor_role: 'operator', target_id: id, detail: `organization ${organizationId}` }
  const issued = { ...shared, detail: `${shared.detail}, scope report` }
  expect(await server.acts()).toMatchObject([
    { action: 'gateway-key-issue', ...issued },
    { action: 'gateway-key-revoke', ...shared },
  ])
})

test('wrong arguments are reported in plain words', async () => {
  await using database = await createTestDatabase()
  const { address, url } = database
  await using _server = await createTestServer({ address })
  await expect(gatewayKey(url)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Usage: npm run gateway-key'),
  })
  await expect(gatewayKey(url, 'Unknown Bank')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("\nThere is no organization 'Unknown Bank'\n"),
  })
})

test('an operator issues a key with an expiry and networks, and sees its last use', async () => {
  await using database = await createTestDatabase()
  const { address, url } = database
  await using server = await createTestServer({ address })
  await makeOrganization(server, { name: 'Cedar Health' })
  const networks = '192.0.2.0/24,2001:db8::/32'
  await gatewayKey(url, 'Cedar Health', '--expires', '2999-01-31', '--networks', networks)
  const list = async () => (await gatewayKey(url, 'Cedar Health', '--list')).stdout
  expect(await list()).toMatch(
    / valid until 2999-01-31T00:00:00\.000Z {2}scope report {2}last used never {2}from 192\./,
  )
  const used = { last_used_at: '2026-03-01T09:30:00.000Z', expires_at: '2026-03-02T00:00:00.000Z' }
  await server.database.updateTable('gateway_keys').set(used).execute()
  expect(await list()).toContain(
    ` expired ${used.expires_at}  scope report  last used ${used.last_used_at}  from 192.`,
  )
  for (const [option, value] of [
    ['--expires', '2999-02-31'],
    ['--expires', '2001-01-31'],
    ['--networks', '192.0.2.0/33'],
    ['--networks', 'office'],
    ['--scope', 'everything'],
  ] as const) {
    await expect(gatewayKey(url, 'Cedar Health', option, value)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${option}: ${value} is no `),
    })
  }
})

const runCommand = prepareCommand('rspamd')

function rspamd(url: string, ...options: string[]) {
  const environment = { DATABASE_URL: url, PUBLIC_URL: 'https://aman.firm.example' }
  return runCommand({ environment }, ...options)
}

test('an operator prints the files of an organization, or of several that share one rspamd', async () => {
  await using database = await createTestDatabase()
  const { address, url } = database
  await using server = await createTestServer({ address })
  const first = await makeOrganization(server, { name: 'Olive Branch' })
  const user = await makeUser(server, { organizationId: first, email: 'salma@olive.example' })
  await makeAlias(server, user, 'accounts@olive-group.example')
  const second = await makeOrganization(server, { name: 'Cedar Health' })
  await makeUser(server, { organizationId: second, email: 'leen@cedar.example' })

  const { stdout: one } = await rspamd(url, 'olive BRANCH')
  expect(one).toContain('#### /etc/rspamd/local.d/metadata_exporter.conf\n')
  expect(one).toContain('url = "https://aman.firm.example/api/rspamd";')
  expect(one).toContain('password = "THE-REPORT-KEY";')
  expect(one).not.toContain('AMAN_2')

  const { stdout: both } = await rspamd(url, 'Olive Branch', second, '--origin', 'http://10.0.0.5')
  expect(both).toContain('["olive-group.example"] = true, ["olive.example"] = true')
  expect(both).toContain('["cedar.example"] = true')
  expect(both).toContain('http://10.0.0.5/api/rspamd')

  const { stdout: mailcow } = await rspamd(url, second, '--for', 'mailcow')
  expect(mailcow).toContain('#### data/conf/rspamd/plugins.d/aman.lua\n')
})

test('wrong arguments are explained', async () => {
  await using database = await createTestDatabase()
  const { address, url } = database
  await using server = await createTestServer({ address })
  await makeOrganization(server, { name: 'Olive Branch' })
  for (const [options, words] of [
    [[], 'Usage: npm run --silent rspamd'],
    [['Unknown Bank'], "There is no organization 'Unknown Bank'"],
    [['Olive Branch', '--for', 'sendmail'], '--for takes postfix-rspamd'],
    [['Olive Branch', '--origin', 'nonsense'], 'The origin must be like'],
  ] as const) {
    await expect(rspamd(url, ...options)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(words),
    })
  }
})
