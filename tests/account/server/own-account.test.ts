import { expect } from 'vitest'
import { listSessionsEndpoint } from '../../../contract/account/own-sessions.ts'
import type { Locale } from '../../../contract/core/locale.ts'
import { browserWords } from '../../../server/http/browser-words.ts'
import { localeOfUser } from '../../../server/mail/notice-text.ts'
import { queueNotice } from '../../../server/mail/queue.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

test('users learn the role of those who acted on them, and neither their ids nor their addresses', async () => {
  await using server = await createTestServer({ services: { trustedProxies: 1 } })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const admin = await makeUser(server, { role: 'super_admin' })
  const adminToken = await makeSession(server, admin)
  const user = await makeUser(server, { role: 'team_lead' })
  const act = async (token: string, path: string, body: object, address: string) =>
    (await server.post(path, { token, body, ...from(address) })).status
  for (const is_active of [false, true]) {
    const change = { ids: [user.id], is_active }
    expect(await act(adminToken, '/api/admin/users/status', change, '192.0.2.1')).toBe(200)
  }
  const wrong = { username: user.username, password: 'wrong' }
  await server.post('/api/auth/login', { body: wrong, ...from('192.0.2.3') })
  const token = await makeSession(server, user)
  const answer = await server.post('/api/account/data', { token, body: {}, ...from('192.0.2.2') })
  expect(answer.body).toMatchObject({
    audit: [
      { actor_role: 'super_admin', actor_id: null, address: '', target_id: user.id },
      { actor_role: 'super_admin', actor_id: null, address: '', at: expect.any(String) },
      { action: 'failed-sign-in', actor_role: 'nobody', address: '192.0.2.3' },
      { action: 'user-export', actor_id: user.id, address: '192.0.2.2' },
    ],
  })
  expect(answer.text).not.toContain(admin.id)
  expect(answer.text).not.toContain('192.0.2.1"')
})

test('an old session has to confirm before it downloads them', async ({ server }) => {
  const token = await makeSession(server, await makeUser(server))
  server.clock.pass(10 * 60_000)
  const answer = await server.post('/api/account/data', { token, body: {} })
  expect(answer).toMatchObject({ status: 403, code: 'confirmation_required' })
})

test('users download them only so often in an hour', async () => {
  await using server = await createTestServer({ limits: { supportRequestsPerHour: 1 } })
  const token = await makeSession(server, await makeUser(server))
  const download = () => server.post('/api/account/data', { token, body: {} })
  expect((await download()).status).toBe(200)
  expect(await download()).toMatchObject({ status: 429, code: 'too_many_requests' })
})

test('a request for erasure reaches support and the team leads, and is recorded', async () => {
  await using server = await createTestServer({ limits: { supportRequestsPerHour: 1 } })
  const organizationId = await makeOrganization(server, { name: 'Olive Branch' })
  const user = await makeUser(server, { organizationId, full_name: 'Rania Khoury' })
  const lead = await makeUser(server, { organizationId, role: 'team_lead' })
  await makeUser(server, { role: 'team_lead' })
  const token = await makeSession(server, user)
  expect((await server.post('/api/account/erasure', { token, body: {} })).status).toBe(200)
  const mails = () =>
    server.database
      .selectFrom('mails')
      .select(['recipient', 'reply_to', 'subject', 'body'])
      .execute()
  const sent = await mails()
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(
    [lead.email, server.services.supportMailbox].toSorted(),
  )
  expect(sent[0]).toMatchObject({
    reply_to: user.email,
    subject: 'Request for erasure from Rania Khoury',
    body: expect.stringContaining('Olive Branch'),
  })
  expect((await server.post('/api/account/erasure', { token, body: {} })).status).toBe(429)
  expect(await mails()).toHaveLength(2)
  expect(await server.acts('erasure-request')).toMatchObject([
    { actor_id: user.id, target_id: user.id },
  ])
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
})

test.each([
  ['https://aman.firm.example', true],
  ['http://localhost:4321', true],
  ['http://aman.firm.example', false],
  ['https://192.0.2.7', false],
  ['https://[2001:db8::7]', false],
])('at %s passkeys are offered: %s', async (publicUrl, isOffered) => {
  await using server = await createTestServer({ services: { publicUrl } })
  const answer = await server.get('/api/auth/capabilities')
  expect(JSON.parse(answer.text).capabilities.includes('passkeys')).toBe(isOffered)
  const options = await server.post('/api/auth/login/passkey/options', { body: {} })
  expect(options.status).toBe(isOffered ? 200 : 409)
})

const choices: readonly [Locale | null, Locale | null, Locale][] = [
  [null, null, 'en'],
  [null, 'ar', 'ar'],
  ['en', 'ar', 'en'],
  ['ar', null, 'ar'],
]

test.for(choices)(
  'a user who chose %s in an organization with %s is written to in %s',
  async ([own, ofOrganization, expected], { server }) => {
    const organizationId = await makeOrganization(server, { locale: ofOrganization })
    const user = await makeUser(server, { organizationId, locale: own })
    expect(await localeOfUser(server.database, user.id)).toBe(expected)
    const { body } = await server.get('/api/auth/me', { token: await makeSession(server, user) })
    expect(body).toMatchObject({ locale: own, organization_locale: ofOrganization })
  },
)

test('the language of an organization is saved, kept by a change without it, and taken away', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const form = { name: 'Cedar', industry: 'finance', contact_email: 'office@cedar.example' }
  const save = (more: object) =>
    server.post('/api/admin/organizations/detailed', { token, body: { ...form, ...more } })
  const { body } = await save({ locale: 'ar' })
  const { id } = await server.database
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', 'Cedar')
    .executeTakeFirstOrThrow()
  expect(body).toMatchObject({ id })
  for (const [more, expected] of [
    [{}, 'ar'],
    [{ locale: null }, null],
    [{ locale: 'en' }, 'en'],
  ] as const) {
    expect((await save({ id, ...more })).status).toBe(200)
    const listed = await server.get('/api/admin/organizations?q=cedar', { token })
    expect(listed.body).toMatchObject([{ id, locale: expected }])
  }
  expect((await save({ id, locale: 'fr' })).status).toBe(422)
})

test('a user chooses a language for themselves alone', async ({ server, user }) => {
  const { organizationId } = user
  const colleague = await makeUser(server, { organizationId })
  const token = await makeSession(server, user)
  const choose = (locale: string | null) =>
    server.post('/api/account/language', { token, body: { locale } })
  expect((await choose('ar')).status).toBe(200)
  expect(await localeOfUser(server.database, user.id)).toBe('ar')
  expect(await localeOfUser(server.database, colleague.id)).toBe('en')
  expect((await choose('fr')).status).toBe(422)
  expect(await localeOfUser(server.database, user.id)).toBe('ar')
  expect((await choose(null)).status).toBe(200)
  expect(await localeOfUser(server.database, user.id)).toBe('en')
})

const password = 'correct horse battery'
const minuteMs = 60_000

interface Attempt {
  readonly cookie?: string
  readonly address?: string
}

async function signIn(server: TestServer, { cookie, address = '192.0.2.7' }: Attempt = {}) {
  const answer = await server.app.request(
    '/api/auth/login',
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ...(cookie === undefined ? {} : { cookie }),
      },
      body: JSON.stringify({ username: 'rania', password }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  )
  expect(answer.status).toBe(200)
  const { access_token: token } = JSON.parse(await answer.text())
  return { token: String(token), cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

const signOut = (server: TestServer, token: string) =>
  server.post('/api/auth/logout', { token, body: {} })

function mails({ database }: TestServer) {
  return database
    .selectFrom('mails')
    .select(['recipient', 'subject', 'body'])
    .orderBy('id')
    .execute()
}

const newBrowser = 'A new browser signed in to your Aman account'

test('a mail tells of a browser that is not known, and says which', async ({ server }) => {
  const { email } = await makeUser(server, { username: 'rania', password, full_name: 'Rania' })
  await signIn(server)
  expect(await mails(server)).toEqual([])
  server.clock.pass(minuteMs)
  const { token } = await signIn(server, { address: '198.51.100.4' })
  const sent = await mails(server)
  expect(sent).toMatchObject([{ recipient: email, subject: newBrowser }])
  const body = sent[0]?.body ?? ''
  for (const words of ['Hello Rania,', "'rania'", 'Firefox', 'Windows', '198.51.100.4', 'UTC']) {
    expect(body).toContain(words)
  }
  expect(body).not.toContain(token)
  expect(body).not.toMatch(/https?:|[\w-]{32,}/)
})

test('neither a known browser nor the same program at the same address gives a mail', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', password })
  const { cookie, token } = await signIn(server)
  await signIn(server)
  expect(await mails(server)).toEqual([])
  await signOut(server, token)
  server.clock.pass(30 * minuteMs)
  await signIn(server, { cookie, address: '198.51.100.4' })
  expect(await mails(server)).toEqual([])
})

test('a mail tells of a password that the user changed; this browser stays known and others do not', async () => {
  await using server = await createTestServer()
  const { email } = await makeUser(server, { username: 'rania', password })
  const other = await signIn(server)
  const { token, cookie } = await signIn(server)
  const next = 'quiet harbour lantern maps'
  const body = { current_password: password, password: next }
  expect((await server.post('/api/account/password', { token, body })).status).toBe(200)
  const sent = await mails(server)
  expect(sent).toMatchObject([
    { recipient: email, subject: 'The password of your Aman account was changed' },
  ])
  expect(sent[0]?.body).not.toContain(next)
  const devices = server.database.selectFrom('known_devices').select('token_hash')
  expect(await devices.execute()).toHaveLength(1)
  const signInAgain = (given: string) =>
    server.post('/api/auth/login', {
      headers: { cookie: given },
      body: { username: 'rania', password: next },
    })
  await signInAgain(cookie)
  expect(await mails(server)).toHaveLength(1)
  await server.delete('/api/account/sessions', { token })
  await signInAgain(other.cookie)
  expect(await mails(server)).toMatchObject([{}, { subject: newBrowser }])
})

test('mails tell of a new email at both addresses, a new role and a new password', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server, { username: 'rania', email: 'old@firm.example' })
  const admin = await makeUser(server, { role: 'super_admin' })
  const token = await makeSession(server, admin)
  const same = {
    ...{ id: user.id, username: 'rania', email: user.email, full_name: 'Rania' },
    ...{ role: 'employee', organization_id: user.organizationId, department: '', phone: '' },
  }
  const save = async (change: object) => {
    const body = { ...same, ...change }
    expect((await server.post('/api/admin/users/detailed', { token, body })).status).toBe(200)
    const sent = await mails(server)
    await server.database.deleteFrom('mails').execute()
    return sent.map(({ recipient, subject }) => `${recipient}: ${subject}`)
  }
  expect(await save({})).toEqual([])
  expect(await save({ phone: '1', full_name: 'Rania Khoury' })).toEqual([])
  expect(await save({ role: 'team_lead' })).toEqual([
    'old@firm.example: The role of your Aman account was changed',
  ])
  expect(await save({ role: 'team_lead', password: 'quiet harbour lantern maps' })).toEqual([
    'old@firm.example: The password of your Aman account was changed',
  ])
  const moved = 'The email address of your Aman account was changed'
  expect(await save({ role: 'team_lead', email: 'new@firm.example' })).toEqual([
    `old@firm.example: ${moved}`,
    `new@firm.example: ${moved}`,
  ])
})

test('a name in a mail cannot begin another line', async ({ server }) => {
  const { id } = await makeUser(server)
  const full_name = 'Rania\r\nBcc: x'
  const user = { id, email: 'rania@firm.example', full_name, username: 'rania' }
  await queueNotice(server.services, server.database, user, { kind: 'factors-reset', also: [] })
  const [sent] = await mails(server)
  expect(sent?.subject).toContain('were removed')
  expect(sent?.body).toContain('by an administrator')
  expect(sent?.body).toMatch(/^Hello Rania Bcc: x,\n/)
})

test("a colleague's known browser is not known for the user", async ({ server }) => {
  await makeUser(server, { username: 'rania', password })
  const colleague = await makeUser(server, { username: 'omar', password })
  const answer = await server.post('/api/auth/login', {
    body: { username: colleague.username, password },
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  await signIn(server)
  await signIn(server, { cookie, address: '198.51.100.4' })
  expect(await mails(server)).toMatchObject([{ subject: newBrowser }])
})

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const mobile = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/137.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    'Opera on Windows',
  ],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on Linux',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/137.0.0.0 Safari/537.36`,
    'Chrome on ChromeOS',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${mobile} Version/18.4 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) ${mobile} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1`,
    'Chrome on iOS',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_4 like Mac OS X) ${mobile} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox on iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/137.0.0.0 Mobile Safari/537.36 EdgA/136.0.0.0`,
    'Edge on Android',
  ],
  ['curl/8.5.0', 'curl on '],
  ['Call +962 6 555 0100 at once', ' on '],
  ['Mozilla/5.0', ' on '],
  [undefined, ' on '],
  [`${'x'.repeat(400_000)}Firefox/1`, ' on '],
])('%s', (userAgent, words) => {
  const { browser, system } = browserWords(userAgent)
  expect(`${browser} on ${system}`).toBe(words)
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function list(server: TestServer, token: string) {
  return (await server.get('/api/account/sessions', { token })).output(listSessionsEndpoint)
    .sessions
}

const isOpen = async (server: TestServer, token: string) =>
  (await server.get('/api/auth/session', { token })).status === 200

test('users see where they are signed in, and no token or part of one', async ({ server }) => {
  const user = await makeUser(server, { username: 'rania', password })
  const stranger = await makeUser(server)
  await makeSession(server, stranger, { browser: 'Chrome', system: 'Linux', address: '192.0.2.9' })
  const began = server.clock().toISOString()
  const answer = await server.app.request(
    '/api/auth/login',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': firefox },
      body: JSON.stringify({ username: 'rania', password }),
    },
    { incoming: { socket: { remoteAddress: '192.0.2.7' } } },
  )
  const { access_token: other } = JSON.parse(await answer.text())
  server.clock.pass(5 * minuteMs)
  const token = await makeSession(server, user)
  const shown = await server.get('/api/account/sessions', { token })
  expect(shown.body).toEqual({
    sessions: [
      {
        id: expect.any(String),
        browser: '',
        system: '',
        address: '',
        created_at: server.clock().toISOString(),
        last_used_at: server.clock().toISOString(),
        scope: 'site',
        is_current: true,
      },
      {
        id: expect.any(String),
        browser: 'Firefox',
        system: 'Windows',
        address: '192.0.2.7',
        created_at: began,
        last_used_at: began,
        scope: 'site',
        is_current: false,
      },
    ],
  })
  const rows = await server.database.selectFrom('sessions').select('token_hash').execute()
  for (const secret of [token, other, ...rows.map(({ token_hash }) => token_hash)]) {
    expect(shown.text).not.toContain(secret)
    for (const { id } of await list(server, token)) expect(secret).not.toContain(String(id))
  }
})

test('sessions that have ended or were used in the future are not shown', async ({ server }) => {
  const user = await makeUser(server)
  await makeSession(server, user)
  server.clock.pass(61 * minuteMs)
  const token = await makeSession(server, user)
  expect(await list(server, token)).toHaveLength(1)
  server.clock.pass(10 * minuteMs)
  await makeSession(server, user)
  server.clock.pass(-9 * minuteMs)
  expect(await list(server, token)).toMatchObject([{ is_current: true }])
})

test('users end one of their sessions, and no other', async ({ server, user }) => {
  const ended = await makeSession(server, user, { browser: 'Chrome' })
  const kept = await makeSession(server, user, { browser: 'Safari' })
  const token = await makeSession(server, user)
  const { id } = (await list(server, token)).find(({ browser }) => browser === 'Chrome') ?? {}
  expect((await server.delete(`/api/account/sessions/${id}`, { token })).status).toBe(200)
  expect(await isOpen(server, ended)).toBe(false)
  expect(await isOpen(server, kept)).toBe(true)
  expect(await isOpen(server, token)).toBe(true)
  const again = await server.delete(`/api/account/sessions/${id}`, { token })
  expect(again).toMatchObject({ status: 404, code: 'unknown_session' })
})

test("another user's session cannot be ended", async ({ server }) => {
  const stranger = await makeUser(server)
  const theirs = await makeSession(server, stranger)
  const [{ id } = { id: '' }] = await list(server, theirs)
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  expect((await server.delete(`/api/account/sessions/${id}`, { token })).status).toBe(404)
  expect(await isOpen(server, theirs)).toBe(true)
})

test('users end all their other sessions', async ({ server, user }) => {
  const others = [await makeSession(server, user), await makeSession(server, user)]
  const theirs = await makeSession(server, await makeUser(server))
  const token = await makeSession(server, user)
  expect((await server.delete('/api/account/sessions', { token })).status).toBe(200)
  for (const other of others) expect(await isOpen(server, other)).toBe(false)
  expect(await isOpen(server, theirs)).toBe(true)
  expect(await list(server, token)).toMatchObject([{ is_current: true }])
  expect(await server.acts('session-end')).toMatchObject([{ actor_id: user.id, detail: 'others' }])
})
