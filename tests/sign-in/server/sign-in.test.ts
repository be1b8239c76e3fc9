import { expect, test } from 'vitest'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { createApp } from '../../../server/app.ts'
import { createHashingQueue } from '../../../server/sign-in/passwords/passwords.ts'
import { signIn as signInFrom } from '../../support/browser/sign-in.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'

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
}, async () => {
  await using server = await createTestServer()
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
}, async () => {
  await using server = await createTestServer()
  const gone = await makeUser(server, { username: 'gone', password, is_active: 0 })
  await signIn(server, 'gone')
  const acts = server.database.selectFrom('audit').select(['action', 'target_id'])
  expect(await acts.execute()).toEqual([{ action: 'failed-sign-in', target_id: gone.id }])
})

test('five failures with a username lock it, and the answer says for how long', {
  tags: ['R376'],
}, async () => {
  await using server = await createTestServer()
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

test('many simultaneous guesses do not exceed the limit', async () => {
  await using server = await createTestServer()
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

test('during a flood sign-in answers 503 at once, without a database query', async () => {
  await using server = await createTestServer()
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
