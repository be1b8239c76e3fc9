import * as v from 'valibot'
import { expect } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { createApp } from '../../../server/app.ts'
import { createHashingQueue } from '../../../server/sign-in/passwords/passwords.ts'
import { createSignInThrottle } from '../../../server/sign-in/passwords/sign-in-limits.ts'
import { cheapPasswords } from '../../support/server/cheap-passwords.ts'
import { request, signIn as signInFrom } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

const password = 'correct horse battery'
const minuteMs = 60_000

function signIn(server: TestServer, username: string, given = password, address = '192.0.2.1') {
  return signInFrom(server, username, given, address)
}

test('a user signs in and gets a token and their role', { tags: ['R287', 'R348'] }, async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'Rania', role: 'team_lead', password })
  const answer = await server.post('/api/auth/login', { body: { username: 'Rania', password } })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ access_token: expect.any(String), user_role: 'team_lead' })
  const { access_token: token } = answer.output(signInWithPasswordEndpoint)
  const me = await server.get('/api/auth/me', { token })
  expect(me.body).toMatchObject({ username: 'Rania' })
})

test('every character of a password counts, up to 128 and including its end', async () => {
  await using server = await createTestServer()
  const exact = ` Under one cafe\u0301 ${'x'.repeat(110)} `
  expect(exact).toHaveLength(128)
  await makeUser(server, { username: 'rania', password: exact })
  server.clock.pass(3 * 365 * 24 * 60 * minuteMs)
  expect((await signIn(server, 'rania', exact)).status).toBe(200)
  for (const other of [exact.trim(), exact.toLowerCase(), exact.slice(0, 72)]) {
    expect((await signIn(server, 'rania', other)).status).toBe(401)
  }
})

test('a wrong password, an unknown user and an inactive user get the same answer', {
  tags: ['R348'],
}, async ({ server }) => {
  await makeUser(server, { username: 'known', password })
  await makeUser(server, { username: 'gone', password, is_active: 0 })
  await makeUser(server, { username: 'without-password' })
  const answers = [
    await signIn(server, 'known', 'wrong'),
    await signIn(server, 'unknown'),
    await signIn(server, 'gone'),
    await signIn(server, 'without-password'),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(401)
    const words = 'Incorrect username or password'
    expect(await answer.json()).toEqual({
      success: false,
      detail: words,
      error: words,
      message: words,
      code: 'wrong_credentials',
      params: {},
    })
  }
})

test('a sign-in of an inactive user is recorded as failed', {
  tags: ['R348'],
}, async ({ server }) => {
  const gone = await makeUser(server, { username: 'gone', password, is_active: 0 })
  await signIn(server, 'gone')
  const failed = { action: 'failed-sign-in', target_id: gone.id }
  expect(await server.acts()).toMatchObject([failed])
})

test('five failures with a username lock it, and the answer says for how long', {
  tags: ['R376'],
}, async ({ server }) => {
  await makeUser(server, { username: 'rania', password })
  for (let failure = 0; failure < 5; failure += 1) {
    expect((await signIn(server, 'rania', 'wrong')).status).toBe(401)
    server.clock.pass(minuteMs)
  }
  const limited = await signIn(server, 'RANIA')
  expect(limited.status).toBe(429)
  expect(limited.headers.get('retry-after')).toBe(String(10 * 60))
  expect(await limited.json()).toMatchObject({ detail: expect.stringMatching(/too many/i) })
  server.clock.pass(10 * minuteMs)
  expect((await signIn(server, 'rania')).status).toBe(200)
})

test('an address is locked after thirty failures with any usernames; others are not', {
  tags: ['R376'],
}, async () => {
  await using server = await createTestServer({ limits: { signInFailuresPerAddress: 3 } })
  await makeUser(server, { username: 'rania', password })
  for (const name of ['a', 'b', 'c']) await signIn(server, name, 'wrong', '192.0.2.7')
  expect((await signIn(server, 'rania', password, '192.0.2.7')).status).toBe(429)
  expect((await signIn(server, 'rania', password, '192.0.2.8')).status).toBe(200)
})

test('many simultaneous guesses do not exceed the limit', async ({ server }) => {
  await makeUser(server, { username: 'rania', password })
  const guesses = Array.from({ length: 20 }, () => signIn(server, 'rania', 'wrong'))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test.each([
  [
    'given a new password',
    ({ database }: TestServer) => database.updateTable('users').set({ password_hash: 'other' }),
  ],
  [
    'made inactive',
    ({ database }: TestServer) => database.updateTable('users').set({ is_active: 0 }),
  ],
  ['removed', ({ database }: TestServer) => database.deleteFrom('users')],
])(
  'a user who is %s while they sign in is not signed in',
  { tags: ['R348'] },
  async (_what, change) => {
    await using server = await createTestServer()
    await makeUser(server, { username: 'rania', password })
    const { verify } = server.services.passwords
    const passwords = {
      ...server.services.passwords,
      async verify(given: string, phc: string | null) {
        const matches = await verify(given, phc)
        await change(server).execute()
        return matches
      },
    }
    const app = createApp({ ...server.services, passwords })
    const body = { username: 'rania', password }
    const answer = await request(app, 'POST', '/api/auth/login', { body })
    expect(answer.status).toBe(401)
    expect(answer.detail).toBe('Incorrect username or password')
    expect(await server.database.selectFrom('sessions').selectAll().execute()).toEqual([])
  },
)

test('during a flood sign-in answers 503 at once, without a database query', async ({ server }) => {
  const gate = Promise.withResolvers<void>()
  const { inQueue } = server.services.passwords
  const waiting = Array.from({ length: 102 }, () => inQueue(() => gate.promise))
  await server.database.schema.dropTable('login_failures').execute()
  const { status, headers } = await signIn(server, 'rania')
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('5')
  gate.resolve()
  await Promise.all(waiting)
})

test('waiting in the queue has a time limit, and a timeout frees the place', async () => {
  const inQueue = createHashingQueue(1)
  const gate = Promise.withResolvers<void>()
  const running = [1, 2].map(() => inQueue(() => gate.promise))
  await expect(inQueue(async () => 'late')).rejects.toMatchObject({ status: 503 })
  gate.resolve()
  await Promise.all(running)
  expect(await inQueue(async () => 'next')).toBe('next')
})

test('an attempt that the server could not check does not count as a failure', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', password })
  await server.database.updateTable('users').set({ password_hash: 'broken' }).execute()
  expect((await signIn(server, 'rania')).status).toBe(500)
  expect(await server.database.selectFrom('login_failures').selectAll().execute()).toEqual([])
})

/** The time limit of the queue is longer than the test takes on a slow machine. */
const passwords = { ...cheapPasswords(), inQueue: createHashingQueue(minuteMs) }

test('an address past its limit takes no place in the queue', {
  tags: ['R376'],
}, async () => {
  await using server = await createTestServer({
    services: { passwords },
    limits: { signInFailuresPerAddress: 3 },
  })
  await makeUser(server, { username: 'rania', password })
  const guess = (name: string) => signInFrom(server, name, 'wrong', '192.0.2.7')
  for (const name of ['a', 'b', 'c']) expect((await guess(name)).status).toBe(401)
  const first = await guess('d')
  const gate = Promise.withResolvers<void>()
  // Two are running, and all places but one are taken.
  const busy = Array.from({ length: 101 }, () =>
    server.services.passwords.inQueue(() => gate.promise),
  )
  const refused = await Promise.all(Array.from({ length: 120 }, (_, at) => guess(`name ${at}`)))
  const honest = signInFrom(server, 'rania', password, '192.0.2.8')
  gate.resolve()
  expect((await honest).status).toBe(200)
  await Promise.all(busy)
  expect(first.status).toBe(429)
  const words = await first.text()
  for (const answer of refused) {
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe(first.headers.get('retry-after'))
    expect(await answer.text()).toBe(words)
  }
})

test('the lock is read again from the database after seconds, because another server may clear it', {
  tags: ['R376'],
}, async () => {
  await using server = await createTestServer({ limits: { signInFailuresPerUsername: 1 } })
  await makeUser(server, { username: 'rania', password })
  await signInFrom(server, 'rania', 'wrong', '192.0.2.7')
  expect((await signInFrom(server, 'rania', password, '192.0.2.7')).status).toBe(429)
  await server.database.deleteFrom('login_failures').execute()
  server.clock.pass(4999)
  expect((await signInFrom(server, 'rania', password, '192.0.2.7')).status).toBe(429)
  server.clock.pass(1)
  expect((await signInFrom(server, 'rania', password, '192.0.2.7')).status).toBe(200)
})

/** A throttle with a clock that the test sets. */
function createScene(remembered?: number) {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const refusals = createSignInThrottle(() => new Date(now), remembered)
  return {
    refusals,
    pass(milliseconds: number) {
      now += milliseconds
    },
    isError(...keys: string[]) {
      try {
        refusals.check(...keys)
        return false
      } catch {
        return true
      }
    },
  }
}

test('a lock ends in time, even if it was cached a moment ago', () => {
  const { refusals, isError, pass } = createScene()
  refusals.remember('a', 1000)
  pass(999)
  expect(isError('a')).toBe(true)
  pass(1)
  expect([isError('a'), isError('a')]).toEqual([false, false])
})

test('a clock that is set back causes a new database query', { tags: ['R376'] }, () => {
  const { refusals, isError, pass } = createScene()
  refusals.remember('a', 15 * minuteMs)
  pass(-5000)
  expect(isError('a')).toBe(false)
})

const usual = 'quiet harbour maps'

const words = ['café crème brûlée', usual]

test.each(words)('the password %s signs in, however it is composed', async (password) => {
  await using server = await createTestServer()
  const user = await makeUser(server, { username: 'rania' })
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const path = '/api/admin/users/detailed'
  const { id, email, organizationId: organization_id } = user
  const fields = { username: 'rania', email, full_name: 'Rania', role: 'employee', organization_id }
  const set = { ...fields, id, password: password.normalize('NFD') }
  expect((await server.post(path, { token, body: set })).status).toBe(200)
  for (const form of ['NFC', 'NFD'] as const) {
    const typed = password.normalize(form).replaceAll(' ', '\u00a0')
    expect((await signInUnicodeForms(server, 'rania', typed)).status, form).toBe(200)
  }
  expect((await signInUnicodeForms(server, 'rania', `${password}x`)).status).toBe(401)
})

test.each(['\u200erania\u200e', '\ufeffRANIA\n'])(
  'a copied username %j signs in',
  async (username) => {
    await using server = await createTestServer()
    await makeUser(server, { username: 'rania', password: usual })
    expect((await signInUnicodeForms(server, username)).status).toBe(200)
  },
)

test('guesses at a username count together, whatever invisible characters are in it', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', password: usual })
  for (let guess = 1; guess <= 5; guess += 1) {
    expect(
      (await signInUnicodeForms(server, `rania${'\u200e'.repeat(guess)}`, 'wrong')).status,
    ).toBe(401)
  }
  expect((await signInUnicodeForms(server, 'rania\u200f')).status).toBe(429)
})

function signInUnicodeForms(server: TestServer, name: string, password = usual) {
  return signInFrom(server, name, password, '192.0.2.1')
}

const issuer = 'https://login.clinic.example'

/** A provider that an organization uses. */
async function makeProvider(server: TestServer, mode: 'optional' | 'only') {
  const organization_id = await makeOrganization(server)
  const at = server.clock().toISOString()
  await server.database
    .insertInto('identity_providers')
    .values({
      ...{ organization_id, mode, issuer, changed_at: at },
      ...{ client_id: 'aman', sealed_secret: 'sealed', break_glass_user_id: null },
    })
    .execute()
  return organization_id
}

test.each([
  ['optional', true, { is_single_sign_on: true }],
  ['only', true, { is_single_sign_on: true, only_single_sign_on: true }],
  ['optional', false, {}],
] as const)(
  'users see how their session began, with single sign-on %s (%s)',
  async (mode, isSingleSignOn, shown) => {
    await using server = await createTestServer()
    const user = await makeUser(server, { organizationId: await makeProvider(server, mode) })
    const token = await makeSession(server, user, { isSingleSignOn })
    const { body } = await server.get('/api/auth/me', { token })
    const { is_single_sign_on, only_single_sign_on } = v.parse(meEndpoint.output, body)
    expect({ is_single_sign_on, only_single_sign_on }).toEqual(shown)
  },
)
