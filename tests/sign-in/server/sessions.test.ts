import { expect } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import {
  extendSessionEndpoint,
  showSessionEndpoint,
} from '../../../contract/sign-in/own-session.ts'
import { hashSecret } from '../../../server/core/secrets.ts'
import { signIn } from '../../support/server/request.ts'
import {
  createTestServer,
  type TestServer,
  visitHousekeeping,
} from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeUser,
  findUser,
  makeOrganization,
  makeSession,
  makeUser,
  signInUser,
} from '../../support/worlds/factories.ts'

const password = 'correct horse battery'
const dayMs = 24 * 60 * 60_000

interface Attempt {
  readonly username?: string
  readonly given?: string
  readonly address?: string
  /** Signs in like a browser. */
  readonly cookie?: string
}

function attempt(server: TestServer, { username = 'rania', ...more }: Attempt = {}) {
  const { given = password, address = '192.0.2.1', cookie } = more
  return server.app.request(
    '/api/auth/login',
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(cookie === undefined ? {} : { cookie }),
      },
      body: JSON.stringify({ username, password: given }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  )
}

/** @returns the device cookie that a successful sign-in sets */
async function cookieOf(server: TestServer, how: Attempt = {}): Promise<string> {
  const answer = await attempt(server, how)
  expect(answer.status).toBe(200)
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

test('30 failures from many addresses of one /64 block that /64 and no other network', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', password })
  for (let at = 0; at < 30; at += 1) {
    await signIn(server, `name ${at}`, 'wrong', `2001:db8:1:2::${at.toString(16)}`)
  }
  expect((await signIn(server, 'rania', password, '2001:db8:1:2:ffff::1')).status).toBe(429)
  expect((await signIn(server, 'rania', password, '2001:db8:1:3::1')).status).toBe(200)
})

test('a known browser can sign in while strangers lock the username and the address', async () => {
  await using server = await createTestServer({ limits: { signInFailuresPerAddress: 8 } })
  await makeUser(server, { username: 'rania', password })
  const cookie = await cookieOf(server)
  for (let at = 0; at < 8; at += 1) {
    await attempt(server, { given: 'wrong', username: at < 5 ? 'rania' : `name ${at}` })
  }
  expect((await attempt(server)).status).toBe(429)
  expect((await attempt(server, { address: '192.0.2.9' })).status).toBe(429)
  expect((await attempt(server, { cookie })).status).toBe(200)
  // Strangers are still locked out.
  expect((await attempt(server, { address: '192.0.2.9' })).status).toBe(429)
})

test('a known browser has five failures of its own, which lock out no other browser', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', password })
  const [stolen, other] = [await cookieOf(server), await cookieOf(server)]
  for (let at = 0; at < 5; at += 1) {
    expect((await attempt(server, { cookie: stolen, given: 'wrong' })).status).toBe(401)
  }
  expect((await attempt(server, { cookie: stolen })).status).toBe(429)
  expect((await attempt(server, { cookie: other })).status).toBe(200)
  expect((await attempt(server)).status).toBe(200)
  server.clock.pass(15 * 60_000)
  expect((await attempt(server, { cookie: stolen })).status).toBe(200)
})

test('the cookie is only for sign-in, hidden from scripts, random, and stored as a hash', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', password })
  const plain = (await attempt(server)).headers.get('set-cookie') ?? ''
  expect(plain).toMatch(
    /^aman_device=[\w-]{43}; Max-Age=15552000; Path=\/api\/auth\/login; HttpOnly; SameSite=Lax$/,
  )
  const token = /=([\w-]+);/.exec(plain)?.[1] ?? ''
  const rows = await server.database.selectFrom('known_devices').selectAll().execute()
  expect(rows).toMatchObject([{ token_hash: hashSecret(token) }])
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await attempt(server)).headers.get('set-cookie')).not.toBe(plain)
  expect((await attempt(server, { given: 'wrong' })).headers.get('set-cookie')).toBeNull()
})

test('under TLS the cookie is Secure', async () => {
  await using server = await createTestServer({ services: { publicUrl: 'https://aman.example' } })
  await makeUser(server, { username: 'rania', password })
  const answer = await attempt(server)
  expect(answer.headers.get('set-cookie')).toMatch(
    /^__Secure-aman_device=.+; Secure; SameSite=Lax$/,
  )
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  for (let at = 0; at < 5; at += 1) await attempt(server, { given: 'wrong' })
  expect((await attempt(server, { cookie })).status).toBe(200)
})

test('a cookie that the server did not issue, or issued to another user, does not help', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', password })
  await makeUser(server, { username: 'omar', password })
  const cookie = await cookieOf(server, { username: 'omar' })
  for (let at = 0; at < 5; at += 1) await attempt(server, { given: 'wrong' })
  const forged = `aman_device=${'a'.repeat(43)}`
  for (const other of [cookie, forged, 'aman_device=', 'aman_device="; --']) {
    expect((await attempt(server, { cookie: other })).status).toBe(429)
  }
  server.clock.pass(15 * 60_000)
  const fresh = await cookieOf(server, { cookie: forged })
  expect(fresh).not.toBe(forged)
})

test('a browser is known for 180 days after its last sign-in, and a user has at most 20', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', password })
  const cookie = await cookieOf(server)
  const count = async () =>
    (await server.database.selectFrom('known_devices').selectAll().execute()).length
  for (let at = 0; at < 21; at += 1) {
    server.clock.pass(1000)
    await cookieOf(server)
  }
  expect(await count()).toBe(20)
  expect(await cookieOf(server, { cookie })).not.toBe(cookie)
  const runHousekeeping = () => visitHousekeeping(server.services)
  await runHousekeeping()
  expect(await count()).toBe(20)
  // The server accepts a clock jump after an hour.
  server.clock.pass(180 * dayMs)
  await runHousekeeping()
  server.clock.pass(2 * 60 * 60_000)
  await runHousekeeping()
  expect(await count()).toBe(0)
})

test('the audit trail deletes failed sign-ins of unknown users after 30 days, and those of known users never', async () => {
  await using server = await createTestServer()
  const { id } = await makeUser(server, { username: 'rania', password })
  await attempt(server, { given: 'wrong' })
  await attempt(server, { username: 'unknown', given: 'wrong' })
  const runHousekeeping = () => visitHousekeeping(server.services)
  const targets = async () => (await server.acts()).map(({ target_id }) => target_id)
  // The server accepts a clock jump after an hour.
  const passAndKeepHouse = async (passedMs: number) => {
    server.clock.pass(passedMs)
    await runHousekeeping()
    server.clock.pass(2 * 60 * 60_000)
    await runHousekeeping()
  }
  await runHousekeeping()
  await passAndKeepHouse(29 * dayMs)
  expect(await targets()).toEqual([id, null])
  await passAndKeepHouse(dayMs)
  expect(await targets()).toEqual([id])
})

const minuteMs = 60_000
const hourMs = 60 * minuteMs

test('users see their own data, and never a password', {
  tags: ['R274', 'R275', 'R349'],
}, async ({ server }) => {
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
}, async ({ server }) => {
  const { user, token } = await signInUser(server, { consented: false })
  expect((await server.get('/api/auth/me', { token })).body).toMatchObject({ has_consented: false })
  const first = server.clock().toISOString()
  expect((await server.post('/api/users/consent', { token })).body).toEqual({ success: true })
  server.clock.pass(minuteMs)
  await server.post('/api/users/consent', { token, body: {} })
  expect((await server.get('/api/auth/me', { token })).body).toMatchObject({ has_consented: true })
  const { consented_at: at } = await findUser(server, { id: user.id })
  expect(at).toBe(first)
})

test.each([
  ['POST', '/api/auth/logout'],
  ['POST', '/api/scans'],
])('%s %s without a valid token is a 401', { tags: ['R002', 'R340'] }, async (method, path) => {
  await using server = await createTestServer()
  const { token } = await signInUser(server)
  const headers = ['', 'Bearer', 'Bearer nonsense', `Basic ${token}`, token, `Bearer ${token}x`]
  for (const authorization of headers) {
    const answer = await server.app.request(path, { method, headers: { authorization } })
    expect(answer.status, authorization).toBe(401)
    const schemes = answer.headers.get('www-authenticate')?.match(/^Bearer(?:, Basic (?=realm=))?/)
    expect(schemes?.[0]).toBe(path === '/api/scans' ? 'Bearer, Basic ' : 'Bearer')
    expect(await answer.json()).toMatchObject({ success: false, detail: expect.any(String) })
  }
})

test('a session ends after twelve hours, even in use', { tags: ['R376'] }, async ({ server }) => {
  const { token } = await signInUser(server)
  for (let passed = 0; passed < 12 * hourMs - minuteMs; passed += 30 * minuteMs) {
    expect((await server.get('/api/auth/me', { token })).status).toBe(200)
    server.clock.pass(30 * minuteMs)
  }
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
})

test('a session ends after an hour without a call', { tags: ['R376'] }, async ({ server }) => {
  const { token } = await signInUser(server)
  server.clock.pass(59 * minuteMs)
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  server.clock.pass(60 * minuteMs)
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
})

test('signing out ends this session only', async ({ server, user }) => {
  const [token, other] = [await makeSession(server, user), await makeSession(server, user)]
  expect((await server.post('/api/auth/logout', { token })).body).toEqual({ success: true })
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
  expect((await server.get('/api/auth/me', { token: other })).status).toBe(200)
})

test('a user who becomes inactive is signed out at once', async ({ server, user }) => {
  const token = await makeSession(server, user)
  await changeUser(server, user.id, { is_active: 0 })
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
})

test('neither the token nor the password is stored in the database', async ({ server }) => {
  const { token } = await signInUser(server, { password: 'a long password' })
  const rows = [
    await server.database.selectFrom('sessions').selectAll().execute(),
    await server.database.selectFrom('users').selectAll().execute(),
  ]
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(rows)).not.toContain('a long password')
})

async function signedIn() {
  const server = await createTestServer({ limits: { sessionIdleMinutes: 30 } })
  const { token } = await signInUser(server)
  const left = {
    seen: async () =>
      (await server.get('/api/auth/session', { token })).output(showSessionEndpoint)
        .idle_seconds_left,
    extended: async () =>
      (await server.post('/api/auth/session', { token })).output(extendSessionEndpoint)
        .idle_seconds_left,
    asMe: async () =>
      (await server.get('/api/auth/me', { token })).output(meEndpoint).idle_seconds_left,
  }
  return { server, token, left, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('looking at a session reports its end without extending it', async () => {
  await using given = await signedIn()
  for (const minutes of [30, 20, 10]) {
    expect(await given.left.seen()).toBe(minutes * 60)
    given.server.clock.pass(10 * minuteMs)
  }
  expect((await given.server.get('/api/auth/session', { token: given.token })).status).toBe(401)
})

test('extending a session postpones its end, and so does any call that a user causes', async () => {
  await using given = await signedIn()
  given.server.clock.pass(29 * minuteMs)
  expect(await given.left.extended()).toBe(30 * 60)
  given.server.clock.pass(29 * minuteMs)
  expect(await given.left.seen()).toBe(60)
  expect(await given.left.asMe()).toBe(30 * 60)
  given.server.clock.pass(29 * minuteMs)
  expect(await given.left.seen()).toBe(60)
})
