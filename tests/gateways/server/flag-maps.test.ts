import { expect } from 'vitest'
import { flagLines } from '../../../server/gateways/rspamd/flag-map.ts'
import { readMap } from '../../support/mail/flag-map.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  makeAlias,
  makeDomain,
  makeOrganization,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { fillFlags } from '../../support/worlds/fill.ts'
import { makeFlag, makeGatewayKey, makeOperatorKey } from '../../support/worlds/mail-factories.ts'
import { savePath } from '../../support/worlds/save-user.ts'

test("a map has a comment, then the flags of the organization's active users in order", async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server)
  const rania = await makeUser(server, { organizationId, email: 'rania@olive.example' })
  const omar = await makeUser(server, { organizationId, email: 'omar@olive.example' })
  const left = await makeUser(server, { organizationId, is_active: 0 })
  const stranger = await makeUser(server)
  await makeAlias(server, rania, 'accounts@olive.example')
  for (const user of [rania, omar, left, stranger]) {
    await makeFlag(server, user, { flag_type: 'red', value: 'lookalike.example' })
    await makeFlag(server, user, { flag_type: 'green', value: 'friend@partner.example' })
  }
  await makeFlag(server, omar, { flag_type: 'red', value: 'boss@evil.example' })

  const red = await readMap(server, organizationId, 'red')
  expect(red.status).toBe(200)
  expect(red.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(red.text).toBe(
    [
      '# Aman: red flags. Each line is a recipient and a sender.',
      'accounts@olive.example|lookalike.example',
      'omar@olive.example|boss@evil.example',
      'omar@olive.example|lookalike.example',
      'rania@olive.example|lookalike.example',
      '',
    ].join('\n'),
  )
  expect((await readMap(server, organizationId, 'green')).lines).toEqual([
    'accounts@olive.example|friend@partner.example',
    'omar@olive.example|friend@partner.example',
    'rania@olive.example|friend@partner.example',
  ])
})

test('an empty map still has its comment, because rspamd takes an empty body for an error', async () => {
  await using server = await createTestServer()
  const { text, lines } = await readMap(server, await makeOrganization(server), 'red')
  expect(text).toMatch(/^# .+\n$/)
  expect(lines).toEqual([])
})

test('the lines of many users in many chunks are sorted as a whole', async ({ server }) => {
  const organizationId = await makeOrganization(server)
  const names = Array.from({ length: 230 }, (_, number) => `u${(number * 7919) % 230}`)
  for (const name of names) {
    const user = await makeUser(server, { organizationId, email: `${name}@olive.example` })
    await makeFlag(server, user, { flag_type: 'red', value: 'b.example' })
    await makeFlag(server, user, { flag_type: 'red', value: 'a@b.example' })
  }
  const { lines } = await readMap(server, organizationId, 'red')
  expect(lines).toHaveLength(460)
  expect(lines).toEqual([...new Set(lines)].toSorted())
})

test('a map is read in steps of at most 500 flags, so that other calls run between them', async () => {
  await using server = await createTestServer()
  const organizationId = await fillFlags(server, 130, 12, 0)
  const { lines, mostRows } = await readMap(server, organizationId, 'red')
  expect(new Set(lines).size).toBe(130 * 12)
  expect(lines).toEqual(lines.toSorted())
  expect(mostRows).toBeLessThanOrEqual(500)
})

test("a green flag on a public provider's domain is not in the map, unless it is allowed", async () => {
  await using server = await createTestServer()
  const user = await makeUser(server, { email: 'rania@olive.example' })
  await makeFlag(server, user, { flag_type: 'green', value: 'gmail.com' })
  await makeFlag(server, user, { flag_type: 'green', value: 'friend@gmail.com' })
  const map = await readMap(server, user.organizationId, 'green')
  expect(map.lines).toEqual(['rania@olive.example|friend@gmail.com'])
  const services = { ...server.services, trustablePublicMail: ['gmail.com'] }
  const other = await readMap({ ...server, services }, user.organizationId, 'green')
  expect(other.lines).toContain('rania@olive.example|gmail.com')
  expect(other.etag).not.toBe(map.etag)
})

test('only a key for flags reads a map, and only that of its own organization', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const stranger = await makeUser(server)
  await makeFlag(server, stranger, { flag_type: 'red', value: 'strange.example' })
  const report = await makeGatewayKey(server, user.organizationId)
  const { token: admin } = await signInAdmin(server)
  for (const unknown of ['nonsense', admin]) {
    expect((await readMap(server, '', 'red', { key: unknown })).status).toBe(401)
  }
  const refused = await readMap(server, '', 'red', { key: report })
  expect(refused.status).toBe(403)
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 'wrong_key_scope',
    params: { scope: 'report', needed: 'flags' },
  })
  expect((await readMap(server, user.organizationId, 'red')).lines).toEqual([])
  const key = await makeGatewayKey(server, user.organizationId, 'flags')
  const basic = Buffer.from(`rspamd:${key}`).toString('base64')
  const headers = { authorization: `Basic ${basic}` }
  expect((await server.app.request('/api/rspamd/flags/red', { headers })).status).toBe(200)
  expect((await server.app.request('/api/rspamd/flags/blue', { headers })).status).toBe(422)
})

test('an unchanged map is a 304 that reads no flags, and always says when to ask again', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'lookalike.example' })
  const { organizationId } = user
  const key = await makeGatewayKey(server, organizationId, 'flags')
  const full = await readMap(server, organizationId, 'red', { key })
  expect(full.queried).toContain('select flags')
  const expires = () => Date.parse(String(full.headers.get('expires')))
  expect(expires() - server.clock().getTime()).toBeGreaterThan(14_000)
  expect(expires() - server.clock().getTime()).toBeLessThanOrEqual(15_000)
  for (const method of ['GET', 'HEAD'] as const) {
    const headers = { 'if-none-match': `"other", W/${full.etag}` }
    const known = await readMap(server, organizationId, 'red', { key, method, headers })
    expect(known).toMatchObject({ status: 304, text: '', etag: full.etag })
    expect(known.headers.get('expires')).toBe(full.headers.get('expires'))
    // Prepared queries, as that of the key, are not seen.
    expect(known.queried).toEqual(['select flag_revisions'])
  }
  // A change within a second would have the same time.
  const since = { 'if-modified-since': new Date(server.clock().getTime() + 1000).toUTCString() }
  const again = await readMap(server, organizationId, 'red', { key, headers: since })
  expect(again).toMatchObject({ status: 200, text: full.text })
})

test('HEAD answers with the headers of GET, and reads no flags', async ({ server, user }) => {
  await makeFlag(server, user, { flag_type: 'red', value: 'lookalike.example' })
  const key = await makeGatewayKey(server, user.organizationId, 'flags')
  const get = await readMap(server, user.organizationId, 'red', { key })
  const head = await readMap(server, user.organizationId, 'red', { key, method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, text: '' })
  expect([...head.headers]).toEqual([...get.headers])
  expect(head.queried).toEqual(['select flag_revisions'])
})

test('the tags of two colours and of two organizations differ', async ({ server }) => {
  const [one, other] = [await makeOrganization(server), await makeOrganization(server)]
  const maps = [
    await readMap(server, one, 'red'),
    await readMap(server, one, 'green'),
    await readMap(server, other, 'red'),
  ]
  expect(new Set(maps.map(({ etag }) => etag)).size).toBe(3)
})

test('an internationalised domain has a line with xn-- and one with its letters', () => {
  expect(
    flagLines('rania@olive.example', ['a@xn--mgbh0fb.example', 'xn--mgbh0fb.example']),
  ).toEqual([
    'rania@olive.example|a@xn--mgbh0fb.example',
    'rania@olive.example|a@مثال.example',
    'rania@olive.example|xn--mgbh0fb.example',
    'rania@olive.example|مثال.example',
  ])
})

test.each([
  ['a@b.example\nother@olive.example|safe.example'],
  ['a@b.example\r'],
  ['"a b"@c.example'],
  ['a|b@c.example'],
  ['a\\#b@c.example'],
  ['a\u2028b@c.example'],
  ['a\u0085b@c.example'],
])('a value that a map cannot say is left out: %j', (value) => {
  expect(flagLines('rania@olive.example', [value])).toEqual([])
  expect(flagLines(value, ['lookalike.example'])).toEqual([])
})

test('a number sign or a leading slash is quoted, which is how rspamd reads it back', () => {
  expect(flagLines('rania@olive.example', ['news#1@b.example'])).toEqual([
    '"rania@olive.example|news#1@b.example"',
  ])
  expect(flagLines('/rania@olive.example', ['b.example'])).toEqual([
    '"/rania@olive.example|b.example"',
  ])
})

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

test('each flag in the map of a key of the operator is of an organization', async ({ server }) => {
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

test('a flag that ends leaves the map of a key of the operator', async ({ server }) => {
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

test('no flag and no address can say the name of an organization', async ({ server }) => {
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
