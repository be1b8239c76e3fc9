import { expect, test } from 'vitest'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { answerResets } from '../../../server/sign-in/links/answer-resets.ts'
import {
  lastSecretTo,
  linkOrigin,
  mailsTo,
  newPassword,
  readLink,
  takeLink,
  withLinks,
} from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { signIn } from '../../support/worlds/save-user.ts'

const password = 'violet kettle drum'
const minutes = 60 * 1000

function ask(server: TestServer, login: string, headers: Record<string, string> = {}) {
  return server.post('/api/auth/login/forgotten-password', { body: { login }, headers })
}

/** Asks for a link, and takes it from the mail. */
async function requestLink(server: TestServer, { email }: { readonly email: string }) {
  expect((await ask(server, email)).status).toBe(200)
  await answerResets(server.services)
  return lastSecretTo(server, email)
}

test.each(['username', 'email'] as const)(
  'a user who forgot the password asks by %s and sets a new one',
  async (by) => {
    await using server = await createTestServer(withLinks)
    const user = await makeUser(server, { password, username: 'Rania' })
    const session = await makeSession(server, user)
    expect((await ask(server, ` ${user[by].toUpperCase()} `)).body).toEqual({ success: true })
    // Given before the work.
    expect(await mailsTo(server, user.email)).toEqual([])
    await answerResets(server.services)
    const [mail] = await mailsTo(server, user.email)
    expect(mail).toMatchObject({ subject: 'Your new password for Aman', holds_secret: 1 })
    expect(mail?.body).toContain(`\n${linkOrigin}/set-password/#`)
    const secret = await lastSecretTo(server, user.email)
    expect(await signIn(server, 'rania', password)).toBe(200)
    expect(await takeLink(server, secret)).toBe('200')
    expect((await server.get('/api/auth/me', { token: session })).status).toBe(401)
    expect(await signIn(server, 'rania', password)).toBe(401)
    expect(await signIn(server, 'rania', newPassword)).toBe(200)
    const subjects = (await mailsTo(server, user.email)).map(({ subject }) => subject)
    // The sign-in afterwards is in a new browser.
    expect(subjects.slice(0, 2)).toEqual([
      'Your new password for Aman',
      'Your Aman password was changed',
    ])
    // Which signed in with the new password.
    const devices = server.database.selectFrom('known_devices').select('user_id')
    expect(await devices.execute()).toHaveLength(1)
    expect(await takeLink(server, secret, password)).toBe('404 link_not_valid')
  },
)

test('a link to a new password works once, for 30 minutes, and each of several dies with the first', async () => {
  await using server = await createTestServer(withLinks)
  const user = await makeUser(server, { password })
  const first = await requestLink(server, user)
  server.clock.pass(30 * minutes - 1)
  expect(await readLink(server, first)).toBe('200')
  server.clock.pass(1)
  expect(await takeLink(server, first)).toBe('404 link_not_valid')
  const second = await requestLink(server, user)
  const third = await requestLink(server, user)
  expect(await takeLink(server, second)).toBe('200')
  expect(await takeLink(server, second, password)).toBe('404 link_not_valid')
  expect(await takeLink(server, third, password)).toBe('404 link_not_valid')
})

test.each([
  ['the password', { password_hash: '$argon2id$other' }],
  ['the email', { email: 'other@firm.example' }],
  ['whether the user is active', { is_active: 0 }],
] as const)('a change of %s ends the link', async (_, change) => {
  await using server = await createTestServer(withLinks)
  const user = await makeUser(server, { password })
  const secret = await requestLink(server, user)
  await server.database.updateTable('users').set(change).where('id', '=', user.id).execute()
  expect(await readLink(server, secret)).toBe('404 link_not_valid')
  expect(await takeLink(server, secret)).toBe('404 link_not_valid')
})

test('users who are unknown, inactive, removed or without a password get no mail', async () => {
  await using server = await createTestServer(withLinks)
  const inactive = await makeUser(server, { password, is_active: 0 })
  const invited = await makeUser(server)
  for (const login of ['unknown', 'unknown@firm.example', inactive.email, invited.username]) {
    expect((await ask(server, login)).body).toEqual({ success: true })
  }
  await answerResets(server.services)
  expect(await server.database.selectFrom('mails').select('id').execute()).toEqual([])
  const requests = await server.database.selectFrom('reset_requests').selectAll().execute()
  expect(requests.map(({ login }) => login)).toEqual(['', '', '', ''])
  server.clock.pass(60 * minutes)
  await runHousekeeping(server.services)
  const left = server.database.selectFrom('reset_requests').select('id')
  expect(await left.execute()).toEqual([])
})

test('the Host and the forwarded host of a request do not alter the link', async () => {
  await using server = await createTestServer({
    services: { ...withLinks.services, trustedProxies: 1 },
  })
  const user = await makeUser(server, { password })
  const evil = 'evil.example'
  const headers = {
    host: evil,
    'x-forwarded-host': evil,
    'x-forwarded-proto': 'http',
    origin: `https://${evil}`,
  }
  await ask(server, user.email, headers)
  await answerResets(server.services)
  const [mail] = await mailsTo(server, user.email)
  expect(mail?.body).toContain(`${linkOrigin}/set-password/#`)
  expect(mail?.body).not.toContain(evil)
})

const behindProxy = { services: { ...withLinks.services, trustedProxies: 1 } }

/** Asks from an address, with the cookie of a browser if one is given. */
async function askFrom(server: TestServer, login: string, address: string, cookie = '') {
  const headers = { 'x-forwarded-for': address, ...(cookie === '' ? {} : { cookie }) }
  const { status } = await ask(server, login, headers)
  await answerResets(server.services)
  return status
}

/** Signs in. @returns the cookie of the browser, which is then known */
async function knownBrowser(server: TestServer, { username }: { readonly username: string }) {
  const answer = await server.post('/api/auth/login', { body: { username, password } })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function linksTo(server: TestServer, { email }: { readonly email: string }) {
  const mails = await mailsTo(server, email)
  return mails.filter(({ subject }) => subject === 'Your new password for Aman').length
}

test('strangers who ask often get the usual answer, and earlier links stay valid', async () => {
  await using server = await createTestServer(behindProxy)
  const user = await makeUser(server, { password, username: 'rania' })
  for (let time = 0; time < 12; time += 1) {
    const login = time % 2 === 0 ? 'RANIA' : user.email
    expect(await askFrom(server, login, `192.0.2.${time}`)).toBe(200)
  }
  expect(await linksTo(server, user)).toBe(3)
  const last = await lastSecretTo(server, user.email)
  server.clock.pass(19 * minutes)
  expect(await askFrom(server, 'rania', '192.0.2.99')).toBe(200)
  expect(await linksTo(server, user)).toBe(3)
  expect(await readLink(server, last)).toBe('200')
  server.clock.pass(minutes)
  expect(await askFrom(server, 'rania', '192.0.2.99')).toBe(200)
  expect(await linksTo(server, user)).toBe(4)
})

test('a known browser has its own allowance of links, whatever strangers ask', async () => {
  await using server = await createTestServer(behindProxy)
  const user = await makeUser(server, { password, username: 'rania' })
  const other = await makeUser(server, { password, username: 'samir' })
  const own = await knownBrowser(server, user)
  const theirs = await knownBrowser(server, other)
  for (let time = 0; time < 30; time += 1) await askFrom(server, 'rania', '192.0.2.1')
  expect(await linksTo(server, user)).toBe(3)
  expect(await askFrom(server, 'rania', '192.0.2.1')).toBe(429)
  // Known for another user alone.
  expect(await askFrom(server, 'rania', '192.0.2.1', theirs)).toBe(429)
  expect(await askFrom(server, 'rania', '192.0.2.2', theirs)).toBe(200)
  expect(await linksTo(server, user)).toBe(3)
  for (const login of ['rania', user.email, 'RANIA', 'rania']) {
    expect(await askFrom(server, login, '192.0.2.1', own)).toBe(200)
  }
  expect(await linksTo(server, user)).toBe(6)
  expect(await takeLink(server, await lastSecretTo(server, user.email))).toBe('200')
})

test('without mail the call refuses clearly', async () => {
  await using server = await createTestServer()
  expect(await ask(server, 'rania')).toMatchObject({ status: 409, code: 'reset_not_offered' })
})
