import { expect, test } from 'vitest'
import { watchConnections } from '../../../server/database/connection-use.ts'
import { createTestServer } from '../../support/server/server.ts'
import {
  makeGatewayKey,
  makeOrganization,
  makeScan,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

test('users see their own data, and never a password', {
  tags: ['R274', 'R275', 'R349'],
}, async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server, { name: 'Olive Branch' })
  const user = await makeUser(server, {
    role: 'team_lead',
    organizationId,
    password: 'correct horse battery',
    department: 'Payments',
  })
  const { body, text } = await server.get('/api/auth/me', {
    token: await makeSession(server, user),
  })
  expect(body).toEqual({
    id: user.id,
    username: user.username,
    email: user.email,
    full_name: 'Test Person',
    role: 'team_lead',
    organization_id: organizationId,
    organization_name: 'Olive Branch',
    locale: null,
    organization_locale: null,
    has_own_account: true,
    idle_seconds_left: 3600,
    department: 'Payments',
    phone: '',
    is_active: true,
    risk_score: 0,
    has_consented: true,
  })
  expect(text).not.toMatch(/password|argon2/)
})

test('accepting the notice again does not change the time of consent', {
  tags: ['R350'],
}, async () => {
  await using server = await createTestServer()
  const user = await makeUser(server, { consented: false })
  const token = await makeSession(server, user)
  expect((await server.get('/api/auth/me', { token })).body).toMatchObject({ has_consented: false })
  const first = server.clock().toISOString()
  expect((await server.post('/api/users/consent', { token })).body).toEqual({ success: true })
  server.clock.pass(minuteMs)
  await server.post('/api/users/consent', { token, body: {} })
  expect((await server.get('/api/auth/me', { token })).body).toMatchObject({ has_consented: true })
  const { consented_at: at } = await server.database
    .selectFrom('users')
    .select('consented_at')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(at).toBe(first)
})

test.each([
  ['GET', '/api/auth/me'],
  ['GET', '/api/auth/session'],
  ['POST', '/api/auth/session'],
  ['POST', '/api/auth/logout'],
  ['POST', '/api/users/consent'],
  ['GET', '/api/dashboard/employee'],
  ['POST', '/api/scans'],
])('%s %s without a valid token is a 401', { tags: ['R002', 'R340'] }, async (method, path) => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const token = await makeSession(server, user)
  const headers = ['', 'Bearer', 'Bearer nonsense', `Basic ${token}`, token, `Bearer ${token}x`]
  for (const authorization of headers) {
    const answer = await server.app.request(path, { method, headers: { authorization } })
    expect(answer.status, authorization).toBe(401)
    const schemes = answer.headers.get('www-authenticate')?.match(/^Bearer(?:, Basic (?=realm=))?/)
    expect(schemes?.[0]).toBe(path === '/api/scans' ? 'Bearer, Basic ' : 'Bearer')
    expect(await answer.json()).toMatchObject({ success: false, detail: expect.any(String) })
  }
})

test("a user's token is not a gateway key", async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  expect((await server.post('/api/scans', { token, body: {} })).status).toBe(401)
})

test('a session ends after twelve hours, even in use', { tags: ['R376'] }, async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  for (let passed = 0; passed < 12 * hourMs - minuteMs; passed += 30 * minuteMs) {
    expect((await server.get('/api/auth/me', { token })).status).toBe(200)
    server.clock.pass(30 * minuteMs)
  }
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
})

test('a session ends after an hour without a call', { tags: ['R376'] }, async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  server.clock.pass(59 * minuteMs)
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  server.clock.pass(60 * minuteMs)
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
})

test('the use of a session is stored once a minute, not with every call', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  const noted = async () => {
    expect((await server.get('/api/auth/me', { token })).status).toBe(200)
    const used = server.database.selectFrom('sessions').select('last_used_at')
    return (await used.executeTakeFirstOrThrow()).last_used_at
  }
  const first = server.clock().toISOString()
  server.clock.pass(minuteMs)
  expect(await noted()).toBe(first)
  server.clock.pass(1)
  const second = server.clock().toISOString()
  expect(await noted()).toBe(second)
  server.clock.pass(minuteMs)
  expect(await noted()).toBe(second)
})

test('signing out ends this session only', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const [token, other] = [await makeSession(server, user), await makeSession(server, user)]
  expect((await server.post('/api/auth/logout', { token })).body).toEqual({ success: true })
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
  expect((await server.get('/api/auth/me', { token: other })).status).toBe(200)
})

test('a user who becomes inactive is signed out at once', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const token = await makeSession(server, user)
  await server.database
    .updateTable('users')
    .set({ is_active: 0 })
    .where('id', '=', user.id)
    .execute()
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
})

test('a token is 256 random bits', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const tokens: number[][] = []
  for (let made = 0; made < 100; made += 1) {
    tokens.push([...Buffer.from(await makeSession(server, user), 'base64url')])
  }
  expect(new Set(tokens.map((token) => token.length))).toEqual(new Set([32]))
  expect(new Set(tokens.map((token) => token.join())).size).toBe(100)
  // No bit is the same in all of them.
  const together = (join: (one: number, other: number) => number) =>
    tokens.reduce((all, token) => all.map((byte, at) => join(byte, token[at] ?? 0)))
  expect(new Set(together((one, other) => one & other))).toEqual(new Set([0]))
  expect(new Set(together((one, other) => one | other))).toEqual(new Set([255]))
})

test('neither the token nor the password is stored in the database', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server, { password: 'a long password' }))
  const rows = [
    await server.database.selectFrom('sessions').selectAll().execute(),
    await server.database.selectFrom('users').selectAll().execute(),
  ]
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(rows)).not.toContain('a long password')
})

test('the check of a session, with which every screen begins, is one statement', async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server, { name: 'Olive Branch' })
  const user = await makeUser(server, { organizationId })
  const token = await makeSession(server, user)
  await server.post('/api/scans', {
    token: await makeGatewayKey(server, organizationId),
    body: makeScan({ recipient: user.email, threat_level: 'malicious' }),
  })
  let statements = 0
  watchConnections(server.database, () => {
    statements += 1
  })
  const { body } = await server.get('/api/auth/me', { token })
  expect(statements).toBe(1)
  expect(body).toMatchObject({ organization_name: 'Olive Branch', organization_locale: null })
  expect(Reflect.get(Object(body), 'risk_score')).toBeGreaterThan(30)
})
