import { expect, test } from 'vitest'
import { flagLines } from '../../../server/gateways/rspamd/flag-map.ts'
import { readMap } from '../../support/mail/flag-map.ts'
import { createTestServer } from '../../support/server/server.ts'
import {
  makeAlias,
  makeFlag,
  makeGatewayKey,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { fillFlags } from '../../support/worlds/fill.ts'

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

test('the lines of many users in many chunks are sorted as a whole', async () => {
  await using server = await createTestServer()
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
  const admin = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
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

test('HEAD answers with the headers of GET, and reads no flags', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'lookalike.example' })
  const key = await makeGatewayKey(server, user.organizationId, 'flags')
  const get = await readMap(server, user.organizationId, 'red', { key })
  const head = await readMap(server, user.organizationId, 'red', { key, method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, text: '' })
  expect([...head.headers]).toEqual([...get.headers])
  expect(head.queried).toEqual(['select flag_revisions'])
})

test('the tags of two colours and of two organizations differ', async () => {
  await using server = await createTestServer()
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
