import { expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import {
  makeAlias,
  makeDomain,
  makeFlag,
  makeGatewayKey,
  makeOperatorKey,
  makeOrganization,
  makeUser,
} from '../../support/worlds/factories.ts'
import { savePath } from '../../support/worlds/save-user.ts'

type Map = 'domains' | 'flags/red' | 'flags/green'

async function setUp(server: TestServer) {
  const one = await makeOrganization(server)
  const other = await makeOrganization(server)
  const { key } = await makeOperatorKey(server, 'flags')
  const ask = async (map: Map, given = key, headers: Record<string, string> = {}) => {
    const answer = await server.app.request(`/api/rspamd/${map}`, {
      headers: { authorization: `Bearer ${given}`, ...headers },
    })
    const text = await answer.text()
    return {
      ...{ status: answer.status, etag: answer.headers.get('etag') ?? '' },
      lines: text.split('\n').slice(1, -1),
    }
  }
  return { one, other, key, ask }
}

test('the map of domains names the organization of each, and is unchanged until one is', async () => {
  await using server = await createTestServer()
  const { one, other, key, ask } = await setUp(server)
  const rania = await makeUser(server, { organizationId: one, email: 'rania@firm.example' })
  await makeUser(server, { organizationId: other, email: 'omar@clinic.example' })
  await makeAlias(server, rania, 'rania@firm-group.example')
  const first = await ask('domains')
  expect(first.lines).toEqual([
    `clinic.example|${other}`,
    `firm-group.example|${one}`,
    `firm.example|${one}`,
  ])
  const again = { 'if-none-match': first.etag }
  expect((await ask('domains', key, again)).status).toBe(304)
  // A flag, and a user in a known domain, change no line.
  await makeFlag(server, rania, { flag_type: 'red', value: 'spam.example' })
  await makeUser(server, { organizationId: one, email: 'huda@firm.example' })
  expect((await ask('domains', key, again)).status).toBe(304)
  // A user in a new domain does.
  await makeUser(server, { organizationId: other, email: 'omar@new.example' })
  const next = await ask('domains', key, again)
  expect(next).toMatchObject({ status: 200 })
  expect(next.lines).toContain(`new.example|${other}`)
})

test('an address in the domain of another organization is for its user alone', async () => {
  await using server = await createTestServer()
  const { one, other, ask } = await setUp(server)
  await makeUser(server, { organizationId: one, email: 'rania@firm.example' })
  await makeUser(server, { organizationId: one, email: 'rania+sales@firm.example' })
  await makeUser(server, { organizationId: other, email: 'intruder@firm.example' })
  // No organization has the domain approved.
  expect((await ask('domains')).lines).toEqual([
    `intruder@firm.example|${other}`,
    `rania+sales@firm.example|${one}`,
    `rania@firm.example|${one}`,
  ])
  await makeDomain(server, one, 'firm.example')
  expect((await ask('domains')).lines).toEqual([
    `firm.example|${one}`,
    `intruder@firm.example|${other}`,
    `rania+sales@firm.example|${one}`,
  ])
})

test('a domain moves with its users, and a suspended organization keeps its flags', async () => {
  await using server = await createTestServer()
  const { one, other, ask } = await setUp(server)
  const { token } = await signInAdmin(server)
  const rania = await makeUser(server, { organizationId: one, email: 'rania@firm.example' })
  await makeFlag(server, rania, { flag_type: 'red', value: 'spam.example' })
  expect((await ask('domains')).lines).toContain(`firm.example|${one}`)
  const { id, username, email } = rania
  const moved = await server.post(savePath, {
    token,
    body: { id, username, email, full_name: 'Rania', role: 'employee', organization_id: other },
  })
  expect(moved.status).toBe(200)
  expect((await ask('domains')).lines.filter((line) => line.startsWith('firm'))).toEqual([
    `firm.example|${other}`,
  ])
  expect((await ask('flags/red')).lines).toEqual([`@${other}`, 'rania@firm.example|spam.example'])
  const status = { token, body: { id: other, is_suspended: true } }
  await server.post('/api/admin/organizations/status', status)
  expect((await ask('domains')).lines).toContain(`firm.example|${other}|suspended`)
  expect((await ask('flags/red')).lines).toContain('rania@firm.example|spam.example')
})

test('each flag in the map of a key of the operator is of an organization', async () => {
  await using server = await createTestServer()
  const { one, other, key, ask } = await setUp(server)
  const rania = await makeUser(server, { organizationId: one, email: 'rania@firm.example' })
  const omar = await makeUser(server, { organizationId: other, email: 'omar@clinic.example' })
  await makeFlag(server, rania, { flag_type: 'red', value: 'spam.example' })
  await makeFlag(server, omar, { flag_type: 'red', value: 'offers@spam.example' })
  await makeFlag(server, omar, { flag_type: 'green', value: 'partner.example' })
  const red = await ask('flags/red')
  expect(red.lines).toEqual([
    ...[`@${one}`, 'rania@firm.example|spam.example'],
    ...[`@${other}`, 'omar@clinic.example|offers@spam.example'],
  ])
  expect((await ask('flags/green')).lines).toEqual([
    ...[`@${other}`, 'omar@clinic.example|partner.example'],
  ])
  expect((await ask('flags/red', key, { 'if-none-match': red.etag })).status).toBe(304)
  // A key for chosen organizations alone has another tag.
  const chosen = await makeOperatorKey(server, 'flags', [other])
  const some = await ask('flags/red', chosen.key)
  expect(some.lines).toEqual([`@${other}`, 'omar@clinic.example|offers@spam.example'])
  expect(some.etag).not.toBe(red.etag)
  expect((await ask('domains', chosen.key)).lines).toEqual([`clinic.example|${other}`])
  // A key of one organization gets what it always got.
  const own = await makeGatewayKey(server, one, 'flags')
  expect((await ask('flags/red', own)).lines).toEqual(['rania@firm.example|spam.example'])
})

test('a flag that ends leaves the map of a key of the operator', async () => {
  await using server = await createTestServer()
  const { one, key, ask } = await setUp(server)
  const rania = await makeUser(server, { organizationId: one, email: 'rania@firm.example' })
  const expires_at = new Date(server.clock().getTime() + 60_000).toISOString()
  await makeFlag(server, rania, { flag_type: 'red', value: 'spam.example', expires_at })
  const first = await ask('flags/red')
  expect(first.lines).toHaveLength(2)
  server.clock.pass(61_000)
  const next = await ask('flags/red', key, { 'if-none-match': first.etag })
  expect(next).toMatchObject({ status: 200, lines: [] })
})

test('no flag and no address can say the name of an organization', async () => {
  await using server = await createTestServer()
  const { one, other, ask } = await setUp(server)
  const hostile = [`@${other}`, `a@b.example\n@${other}`, `"@${other}`, '#', 'a|b', '/x/', '\\']
  for (const [number, value] of hostile.entries()) {
    const email = `u${number}${value.slice(0, 1)}@firm.example`
    const user = await makeUser(server, { organizationId: one, email })
    await makeFlag(server, user, { flag_type: 'red', value })
  }
  const { lines } = await ask('flags/red')
  expect(lines.filter((line) => !line.includes('|'))).toEqual([`@${one}`])
  for (const line of (await ask('domains')).lines) expect(line).toMatch(/^[^|]+\|[\w-]+$/)
})

test('the judge answers a key of the operator for the organization that is named', async () => {
  await using server = await createTestServer()
  const { one, other } = await setUp(server)
  const { token } = await signInAdmin(server)
  const { key } = await makeOperatorKey(server, 'analyse', [one, other])
  const outside = await makeOrganization(server)
  const ask = async (query: string, given = key) => {
    const answer = await server.app.request(`/api/analyses${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${given}`, 'content-type': 'message/rfc822' },
      body: 'From: a@b.example\r\nSubject: Hello\r\n\r\nHello\r\n',
    })
    const body = JSON.stringify(await answer.json())
    return { status: answer.status, body }
  }
  const body = { id: one, mode: 'mark', per_thousand: 10 }
  await server.post('/api/admin/organizations/judge', { token, body })
  const ofOne = await ask(`?organization_id=${one}`)
  expect(ofOne.status).toBe(200)
  expect(ofOne.body).toContain(`"organization_id":"${one}"`)
  expect((await ask(`?organization_id=${outside}`)).status).toBe(404)
  expect((await ask('')).status).toBe(422)
  const own = await makeGatewayKey(server, one, 'analyse')
  expect((await ask('', own)).status).toBe(200)
  expect((await ask(`?organization_id=${other}`, own)).status).toBe(404)
  const status = { token, body: { id: other, is_suspended: true } }
  await server.post('/api/admin/organizations/status', status)
  expect((await ask(`?organization_id=${other}`)).status).toBe(403)
})
