import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import {
  changeUser,
  makeOrganization,
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
    answers_by_mail: false,
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
  ['POST', '/api/auth/logout'],
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
  await changeUser(server, user.id, { is_active: 0 })
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
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
