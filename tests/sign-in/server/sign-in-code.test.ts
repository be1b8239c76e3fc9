import { parse } from 'valibot'
import { expect } from 'vitest'
import { beginTotpEndpoint } from '../../../contract/sign-in/add-totp.ts'
import { signedIn } from '../../../contract/sign-in/sign-in-with-password.ts'
import { resetPassword } from '../../../server/users/reset-password.ts'
import { owning } from '../../support/owning.ts'
import { signIn as signInFrom } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeUser } from '../../support/worlds/factories.ts'
import {
  addApp,
  codeOf,
  makeEnrollable,
  openBrowser,
  password,
} from '../../support/worlds/factors.ts'

const minuteMs = 60_000

async function startWithApp() {
  await using cleanUp = new AsyncDisposableStack()
  const server = cleanUp.use(await createTestServer())
  const enrolled = await makeEnrollable(server)
  const app = await addApp(server, enrolled)
  return owning(cleanUp, {
    server,
    ...enrolled,
    ...app,
  })
}

async function actsOf(server: TestServer): Promise<string[]> {
  const rows = await server.database.selectFrom('audit').select('action').orderBy('id').execute()
  return rows.map(({ action }) => action)
}

test('a right password alone gives no token; the code of the app completes the sign-in', async () => {
  await using scene = await startWithApp()
  const { server, user, secret } = scene
  const browser = openBrowser(server)
  const first = await browser.post('', { username: user.username, password })
  expect(first.status).toBe(401)
  expect(first.code).toBe('second_factor_required')
  expect(first.params).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    methods: ['totp', 'recovery-code'],
    seconds_left: 300,
  })
  expect(first.text).not.toContain('access_token')
  expect(await server.database.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  const challenge = await browser.begin(user)
  const second = await browser.enterCode(challenge, codeOf(server, secret))
  expect(second.status).toBe(200)
  const { access_token: token, user_role } = parse(signedIn, second.body)
  expect(user_role).toBe('employee')
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  expect((await actsOf(server)).filter((action) => action === 'sign-in')).toHaveLength(1)
})

test('a wrong password says nothing of a second factor', async () => {
  await using scene = await startWithApp()
  const body = { username: scene.user.username, password: 'wrong' }
  const answer = await scene.server.post('/api/auth/login', { body })
  expect(answer.code).toBe('wrong_credentials')
  expect(answer.headers.get('set-cookie')).toBeNull()
})

test('a code of the app works once, in no other sign-in and no earlier than the last one', async () => {
  await using scene = await startWithApp()
  const { server, user, secret } = scene
  const browser = openBrowser(server)
  const code = codeOf(server, secret)
  const older = codeOf(server, secret, -1)
  expect((await browser.enterCode(await browser.begin(user), code)).status).toBe(200)
  for (const used of [code, older]) {
    const again = await browser.enterCode(await browser.begin(user), used)
    expect([again.status, again.code]).toEqual([401, 'wrong_code'])
  }
  server.clock.pass(30_000)
  const next = await browser.enterCode(await browser.begin(user), codeOf(server, secret))
  expect(next.status).toBe(200)
})

test('a code of the app is accepted one step before and after its own, and no further', async () => {
  await using scene = await startWithApp()
  const { server, user, secret } = scene
  const browser = openBrowser(server)
  server.clock.pass(5 * minuteMs)
  const enter = async (steps: number) =>
    (await browser.enterCode(await browser.begin(user), codeOf(server, secret, steps))).status
  expect([await enter(-2), await enter(2)]).toEqual([401, 401])
  expect([await enter(-1), await enter(0), await enter(1)]).toEqual([200, 200, 200])
})

test('a wrong code of the app, a wrong recovery code and a used one are in the audit trail', async () => {
  await using scene = await startWithApp()
  const { server, user, secret, recovery_codes } = scene
  const [spare = ''] = recovery_codes
  const browser = openBrowser(server)
  expect((await browser.enterCode(await browser.begin(user), spare)).status).toBe(200)
  const challenge = await browser.begin(user)
  for (const code of [codeOf(server, secret, 9), 'never-given', spare]) {
    expect((await browser.enterCode(challenge, code)).code).toBe('wrong_code')
  }
  const act = { actor_id: null, actor_role: 'nobody', target_id: user.id, detail: '' }
  expect(await server.acts('failed-second-factor')).toMatchObject([act, act, act])
})

test('two sign-ins at once cannot use the same code', async () => {
  await using scene = await startWithApp()
  const { server, user, secret } = scene
  const browsers = [openBrowser(server), openBrowser(server)]
  const challenges = await Promise.all(browsers.map((browser) => browser.begin(user)))
  const answers = await Promise.all(
    browsers.map((browser, at) => browser.enterCode(challenges[at] ?? '', codeOf(server, secret))),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
})

test('a challenge works once, for five minutes, and in the browser that it was given to', async () => {
  await using scene = await startWithApp()
  const { server, user, secret, recovery_codes } = scene
  const [spare = '', another = ''] = recovery_codes
  const browser = openBrowser(server)
  const challenge = await browser.begin(user)

  const thief = openBrowser(server)
  const stolen = await thief.enterCode(challenge, codeOf(server, secret))
  expect([stolen.status, stolen.code]).toEqual([401, 'challenge_ended'])
  await thief.begin(user)
  expect((await thief.enterCode(challenge, spare)).code).toBe('challenge_ended')

  expect((await browser.enterCode(challenge, codeOf(server, secret))).status).toBe(200)
  expect((await browser.enterCode(challenge, spare)).code).toBe('challenge_ended')

  const late = await browser.begin(user)
  server.clock.pass(5 * minuteMs)
  expect((await browser.enterCode(late, another)).code).toBe('challenge_ended')
  expect((await browser.enterCode('x'.repeat(43), another)).code).toBe('challenge_ended')
})

test('a changed password ends a challenge, and so does an inactive user', async () => {
  await using scene = await startWithApp()
  const { server, user, secret } = scene
  const browser = openBrowser(server)
  const challenge = await browser.begin(user)
  const inactive = await browser.begin(user)
  await server.database.updateTable('users').set({ is_active: 0 }).execute()
  expect((await browser.enterCode(inactive, codeOf(server, secret))).status).toBe(401)
  await server.database.updateTable('users').set({ is_active: 1 }).execute()
  await resetPassword(server.services, user.username)
  const first = openBrowser(server)
  first.cookies.set('aman_challenge', browser.cookies.get('aman_challenge') ?? '')
  expect((await first.enterCode(challenge, codeOf(server, secret))).code).toBe('challenge_ended')
  expect((await browser.enterCode(inactive, codeOf(server, secret))).code).toBe('challenge_ended')
})

test('each recovery code works once, and as it is typed', async () => {
  await using scene = await startWithApp()
  const { server, user, recovery_codes } = scene
  expect(recovery_codes).toHaveLength(10)
  expect(new Set(recovery_codes).size).toBe(10)
  const browser = openBrowser(server)
  const [code = ''] = recovery_codes
  expect(code).toMatch(/^[a-hjkmnp-z02-9]{4}(-[a-hjkmnp-z02-9]{4}){5}$/)
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
  expect((await browser.enterCode(await browser.begin(user), typed)).status).toBe(200)
  expect((await browser.enterCode(await browser.begin(user), code)).code).toBe('wrong_code')
  const stored = await server.database.selectFrom('recovery_codes').selectAll().execute()
  expect(stored).toHaveLength(9)
  expect(JSON.stringify(stored)).not.toContain(recovery_codes[1]?.replaceAll('-', ''))
})

test('of a day of guesses 30 are checked', async () => {
  await using scene = await startWithApp()
  const { server, user } = scene
  let checked = 0
  for (let hour = 0; hour < 5; hour += 1) {
    const guesser = openBrowser(server)
    const challenge = await guesser.begin(user)
    for (let guess = 0; guess < 11; guess += 1) {
      if ((await guesser.enterCode(challenge, 'wrong')).code === 'wrong_code') checked += 1
    }
    server.clock.pass(60 * minuteMs)
  }
  expect(checked).toBe(30)
})

test('guesses of a stranger do not lock out a browser that the user knows', async () => {
  await using scene = await startWithApp()
  const { server, user, secret } = scene
  const known = openBrowser(server)
  await known.enterCode(await known.begin(user), codeOf(server, secret))
  const stranger = openBrowser(server)
  const challenge = await stranger.begin(user)
  for (let guess = 0; guess < 11; guess += 1) await stranger.enterCode(challenge, 'wrong')
  const refused = await stranger.enterCode(challenge, codeOf(server, secret))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(15 * 60)])
  server.clock.pass(30_000)
  const answer = await known.enterCode(await known.begin(user), codeOf(server, secret))
  expect(answer.status).toBe(200)
})

test('a right password without its second step clears no failed sign-in', async () => {
  await using scene = await startWithApp()
  const { server, user } = scene
  const browser = openBrowser(server)
  const { username } = user
  for (let failure = 0; failure < 5; failure += 1) {
    await browser.begin(user)
    expect((await browser.post('', { username, password: 'wrong' })).status).toBe(401)
  }
  expect((await browser.post('', { username, password })).status).toBe(429)
})

function inDigits(zero: string, code: string): string {
  const first = zero.codePointAt(0) ?? 0
  return code.replaceAll(/\d/g, (digit) => String.fromCodePoint(first + Number(digit)))
}

test.each(['٠', '०'])('a code in the digits after %s adds an app and signs in', async (zero) => {
  await using server = await createTestServer()
  const { user, token } = await makeEnrollable(server)
  const body = { current_password: password }
  const begun = await server.post('/api/account/factors/totp/begin', { token, body })
  const { registration, secret } = begun.output(beginTotpEndpoint)
  const code = inDigits(zero, codeOf(server, secret))
  const added = await server.post('/api/account/factors/totp', {
    token,
    body: { registration, code, name: 'Phone' },
  })
  expect(added.status).toBe(200)
  server.clock.pass(30_000)
  const browser = openBrowser(server)
  const challenge = await browser.begin(user)
  const entered = `\u200f${inDigits(zero, codeOf(server, secret))}\u200e `
  expect((await browser.enterCode(challenge, entered)).status).toBe(200)
})

test('a recovery code works with the dashes and widths of a word processor', async ({ server }) => {
  const enrolled = await makeEnrollable(server)
  const { recovery_codes } = await addApp(server, enrolled)
  const [first = '', second = ''] = recovery_codes
  const browser = openBrowser(server)
  const typed = [first.replaceAll('-', '–'), inDigits('٠', second.toUpperCase())]
  for (const code of typed) {
    expect((await browser.enterCode(await browser.begin(enrolled.user), code)).status).toBe(200)
  }
})

const passwordSignInWithEmail = 'correct horse battery'
const email = 'rania@firm.example'

function signIn(server: TestServer, name: string, given = passwordSignInWithEmail) {
  return signInFrom(server, name, given, '192.0.2.1')
}

test('a user signs in with the email, compared as usernames are', async ({ server }) => {
  await makeUser(server, { username: 'rania', email, password: passwordSignInWithEmail })
  await makeUser(server, {
    username: 'jo',
    email: 'ﬁ@xn--mnchen-3ya.example',
    password: passwordSignInWithEmail,
  })
  for (const name of [email, ' RANIA@Firm.Example ', 'ｒａｎｉａ＠ｆｉｒｍ．ｅｘａｍｐｌｅ']) {
    expect((await signIn(server, name)).status, name).toBe(200)
  }
  expect((await signIn(server, 'ﬁ@münchen.example')).status).toBe(200)
})

test('an alias is no name to sign in with', async ({ server }) => {
  const aliases = ['info@firm.example']
  await makeUser(server, { username: 'rania', email, password: passwordSignInWithEmail, aliases })
  expect((await signIn(server, 'info@firm.example')).status).toBe(401)
})

test('failures with the username and with the email count together', async ({ server }) => {
  await makeUser(server, { username: 'rania', email, password: passwordSignInWithEmail })
  for (const name of ['rania', email, 'RANIA', 'Rania@Firm.example', 'rania']) {
    expect((await signIn(server, name, 'wrong')).status).toBe(401)
  }
  expect((await signIn(server, email)).status).toBe(429)
  expect((await signIn(server, 'rania')).status).toBe(429)
})

test('a sign-in with the email forgets failures with the username', async () => {
  await using server = await createTestServer({ limits: { signInFailuresPerUsername: 2 } })
  await makeUser(server, { username: 'rania', email, password: passwordSignInWithEmail })
  for (let round = 0; round < 3; round += 1) {
    expect((await signIn(server, 'rania', 'wrong')).status).toBe(401)
    expect((await signIn(server, email)).status).toBe(200)
  }
})

test('what fits two users fails as an unknown name does, and each has the other name', async () => {
  await using server = await createTestServer()
  await makeUser(server, {
    username: email,
    email: 'other@firm.example',
    password: passwordSignInWithEmail,
  })
  const rania = await makeUser(server, {
    username: 'rania',
    email,
    password: passwordSignInWithEmail,
  })
  const verified: (string | null)[] = []
  const { verify } = server.services.passwords
  Object.assign(server.services.passwords, {
    verify: (given: string, phc: string | null) => {
      verified.push(phc)
      return verify(given, phc)
    },
  })
  const [answer, unknown] = [await signIn(server, email), await signIn(server, 'x@firm.example')]
  expect(answer.status).toBe(401)
  expect(await answer.json()).toEqual(await unknown.json())
  expect(verified).toEqual([null, null])
  const acts = server.database.selectFrom('audit').select(['action', 'target_id'])
  expect(await acts.execute()).toEqual([
    { action: 'failed-sign-in', target_id: null },
    { action: 'failed-sign-in', target_id: null },
  ])
  expect((await signIn(server, 'rania')).status).toBe(200)
  expect((await signIn(server, 'other@firm.example')).status).toBe(200)
  await signIn(server, 'rania', 'wrong')
  const failed = acts.where('action', '=', 'failed-sign-in').where('target_id', '=', rania.id)
  expect(await failed.execute()).toHaveLength(1)
})
