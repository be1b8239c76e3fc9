import { expect, test } from 'vitest'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { rightToLeftPart } from '../../../server/mail/transport.ts'
import { noteSent } from '../../../server/mail/worker.ts'
import { answerResets } from '../../../server/sign-in/links/answer-resets.ts'
import { inviteUser } from '../../../server/sign-in/links/invite-user.ts'
import { type Claims, provenEmail } from '../../../server/sign-in/single-sign-on/identities.ts'
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
import {
  changeUser,
  findUser,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { signInOrganizationAdmin } from '../../support/worlds/organization-admin.ts'
import { makeForm, savePath, signIn } from '../../support/worlds/save-user.ts'

const hours = 60 * 60 * 1000
const email = 'rania@firm.example'

/** Creates a user with an invitation. */
async function invite(server: TestServer, overrides: Record<string, unknown> = {}) {
  const { token } = await signInAdmin(server)
  const { password: _, ...form } = await makeForm(server, overrides)
  const body = { ...form, sends_invitation: true }
  const answer = await server.post(savePath, { token, body })
  return {
    token,
    answer,
    path: `/api/admin/users/${(await findUser(server, { username: 'rania' })).id}`,
  }
}

async function listed(server: TestServer, token: string): Promise<unknown> {
  return (await server.get('/api/admin/users?q=rania', { token })).body
}

test('an invited user sets the first password with the link and signs in', async () => {
  await using server = await createTestServer(withLinks)
  const { token, answer } = await invite(server)
  expect(answer.status).toBe(200)
  expect(await listed(server, token)).toMatchObject([
    { invitation_expires_at: new Date(server.clock().getTime() + 72 * hours).toISOString() },
  ])
  const [mail] = await mailsTo(server, email)
  expect(mail).toMatchObject({ subject: 'Your invitation to Aman', holds_secret: 1 })
  expect(mail?.body).toContain(`\n${linkOrigin}/set-password/#`)
  expect(mail?.body).toContain("Your username is 'rania'")
  expect(mail?.body).toContain('until 18 March 2026 at 10:00 UTC')
  const secret = await lastSecretTo(server, email)
  expect(await server.post('/api/auth/password-link', { body: { secret } })).toMatchObject({
    body: { purpose: 'invitation', username: 'rania' },
  })
  expect(await signIn(server, 'rania', newPassword)).toBe(401)
  expect(await takeLink(server, secret)).toBe('200')
  expect(await signIn(server, 'rania', newPassword)).toBe(200)
  expect(await listed(server, token)).not.toMatchObject([{ invitation_expires_at: /./ }])
  expect(await takeLink(server, secret, 'another violet kettle drum')).toBe('404 link_not_valid')
  expect(await signIn(server, 'rania', newPassword)).toBe(200)
  const audit = await server.database.selectFrom('audit').select(['action', 'detail']).execute()
  expect(audit).toContainEqual({ action: 'user-create', detail: 'employee, invited' })
  expect(audit).toContainEqual({ action: 'invitation-accept', detail: '' })
})

test('a link is used once, however many calls use it at the same time', async () => {
  await using server = await createTestServer(withLinks)
  await invite(server)
  const secret = await lastSecretTo(server, email)
  const passwords = [1, 2, 3].map((number) => `quiet zebra juggles ${number} lanterns`)
  const answers = await Promise.all(passwords.map((each) => takeLink(server, secret, each)))
  expect(answers.toSorted()).toEqual(['200', '404 link_not_valid', '404 link_not_valid'])
})

test('a link works for 72 hours, and not with a clock that was set back', async () => {
  await using server = await createTestServer(withLinks)
  await invite(server)
  const secret = await lastSecretTo(server, email)
  server.clock.pass(-2 * hours)
  expect(await readLink(server, secret)).toBe('404 link_not_valid')
  server.clock.pass(74 * hours - 1)
  expect(await readLink(server, secret)).toBe('200')
  server.clock.pass(1)
  expect(await takeLink(server, secret)).toBe('404 link_not_valid')
  await runHousekeeping(server.services)
  expect(await server.database.selectFrom('account_links').select('user_id').execute()).toEqual([])
})

test('an invitation that is sent again ends the earlier one', async () => {
  await using server = await createTestServer(withLinks)
  const { token, path } = await invite(server)
  const first = await lastSecretTo(server, email)
  server.clock.pass(100 * hours)
  const { token: newToken } = await signInAdmin(server)
  expect((await server.post(`${path}/invitation`, { token })).status).toBe(401)
  expect((await server.post(`${path}/invitation`, { token: newToken })).status).toBe(200)
  const second = await lastSecretTo(server, email)
  expect(await takeLink(server, first)).toBe('404 link_not_valid')
  expect((await server.post(`${path}/invitation`, { token: newToken })).status).toBe(200)
  expect(await takeLink(server, second)).toBe('404 link_not_valid')
  expect(await takeLink(server, await lastSecretTo(server, email))).toBe('200')
})

test('an invitation that is withdrawn no longer works, and the user can be invited again', async () => {
  await using server = await createTestServer(withLinks)
  const { token, path } = await invite(server)
  const first = await lastSecretTo(server, email)
  expect((await server.delete(`${path}/invitation`, { token })).status).toBe(200)
  expect(await takeLink(server, first)).toBe('404 link_not_valid')
  expect(await listed(server, token)).not.toMatchObject([{ invitation_expires_at: /./ }])
  expect(await server.delete(`${path}/invitation`, { token })).toMatchObject({
    status: 409,
    code: 'not_invited',
  })
  expect((await server.post(`${path}/invitation`, { token })).status).toBe(200)
  expect(await takeLink(server, await lastSecretTo(server, email))).toBe('200')
  const actions = await server.database.selectFrom('audit').select('action').orderBy('id').execute()
  expect(actions.map(({ action }) => action)).toEqual([
    'user-create',
    'invitation-withdraw',
    'invitation-send',
    'invitation-accept',
  ])
})

test('users who are removed, inactive or have a password cannot be invited', async () => {
  await using server = await createTestServer(withLinks)
  const { token, admin } = await signInAdmin(server)
  const send = async (id: string) => {
    const { status, code } = await server.post(`/api/admin/users/${id}/invitation`, { token })
    return `${status} ${code}`
  }
  const inactive = await makeUser(server, { is_active: 0 })
  expect(await send(inactive.id)).toBe('409 user_inactive')
  const active = await makeUser(server, { password: newPassword })
  expect(await send(active.id)).toBe('409 has_password')
  const removed = await makeUser(server)
  await server.delete(`/api/admin/users/${removed.id}`, { token })
  expect(await send(removed.id)).toBe('404 unknown_user')
  expect(await send('nonsense')).toBe('404 unknown_user')
  expect(await mailsTo(server, active.email)).toEqual([])
  const lead = await makeUser(server, { role: 'team_lead', organizationId: admin.organizationId })
  const invited = await makeUser(server, { organizationId: admin.organizationId })
  const refused = await server.post(`/api/admin/users/${invited.id}/invitation`, {
    token: await makeSession(server, lead),
  })
  expect(refused.status).toBe(403)
})

test('a user gets a password or an invitation, and one of them', async () => {
  await using server = await createTestServer(withLinks)
  const { token } = await signInAdmin(server)
  const form = await makeForm(server)
  const { password: _, ...without } = form
  const save = async (body: unknown) => {
    const { status, fields } = await server.post(savePath, { token, body })
    return [status, ...fields.map(({ field, code }) => `${field} ${code}`)]
  }
  expect(await save(without)).toEqual([422, 'password missing'])
  expect(await save({ ...form, sends_invitation: true })).toEqual([422, 'sends_invitation unknown'])
  expect(await save({ ...without, sends_invitation: true })).toEqual([200])
})

test('without PUBLIC_URL or mail the feature is not offered, and nothing is created', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const { password: _, ...form } = await makeForm(server)
  const body = { ...form, sends_invitation: true }
  expect(await server.post(savePath, { token, body })).toMatchObject({
    status: 409,
    code: 'invitations_not_offered',
  })
  const users = server.database.selectFrom('users').select('id').where('username', '=', 'rania')
  expect(await users.execute()).toEqual([])
  expect((await server.get('/api/auth/capabilities')).text).not.toMatch(/invitations|reset/)
  await using offering = await createTestServer(withLinks)
  expect((await offering.get('/api/auth/capabilities')).body).toEqual({
    capabilities: expect.arrayContaining(['invitations', 'password-reset']),
  })
})

test('the link in a mail is deleted from the database once the mail is sent', async () => {
  await using server = await createTestServer(withLinks)
  await invite(server)
  const [mail] = await mailsTo(server, email)
  await noteSent(server.database, mail?.id ?? '', server.clock())
  expect(await mailsTo(server, email)).toMatchObject([{ body: '', holds_secret: 1 }])
})

const firm = '365 <Insurance> & Sons'

async function linkFor(server: TestServer, email: string) {
  const secret = await lastSecretTo(server, email)
  return (await server.post('/api/auth/password-link', { body: { secret } })).body
}

async function bodyTo(server: TestServer, email: string): Promise<string> {
  const mails = await mailsTo(server, email)
  return mails.at(-1)?.body ?? ''
}

test('an invitation names the organization and who sends it, in the mail and on its page', async () => {
  await using server = await createTestServer(withLinks)
  const admin = await signInOrganizationAdmin(server)
  const email = 'rania@cedar.example'
  const [row] = await admin.invite({ email, full_name: 'Rania' })
  expect(await bodyTo(server, email)).toContain(
    'Layla Nasser has invited you to use Aman at Cedar Clinic. Your username is',
  )
  expect(await linkFor(server, email)).toMatchObject({
    organization: 'Cedar Clinic',
    invited_by: 'Layla Nasser',
  })
  await inviteUser(server.services, server.database, String(row?.id), null)
  expect(await bodyTo(server, email)).toContain(
    'you have been invited to use Aman at Cedar Clinic.',
  )
  expect(await linkFor(server, email)).toMatchObject({ invited_by: '' })
})

test('in an Arabic invitation names have lines of their own, and no name is markup', async () => {
  await using server = await createTestServer(withLinks)
  const organizationId = await makeOrganization(server, { name: firm })
  const sender = await makeUser(server, { full_name: '2 Fast <b>' })
  const invited = await makeUser(server, { organizationId, locale: 'ar' })
  await inviteUser(server.services, server.database, invited.id, sender.id)
  const [mail] = await mailsTo(server, invited.email)
  expect(mail?.body.split('\n')).toEqual(expect.arrayContaining([firm, '2 Fast <b>']))
  const html = rightToLeftPart({ subject: mail?.subject ?? '', text: mail?.body ?? '' })
  expect(html).toContain('<span dir="ltr">365 &lt;Insurance&gt; &amp; Sons</span>')
  expect(html).toContain('<span dir="ltr">2 Fast &lt;b&gt;</span>')
})

const other = 'https://id.cedar.example'
const google = 'https://accounts.google.com'
const tenant = '3f2a1b4c-5d6e-4f70-8a9b-0c1d2e3f4a5b'
const entra = `https://login.microsoftonline.com/${tenant}/v2.0`
const approved = new Set(['cedar.example'])
const address = 'Rania@Cedar.example'

function proven(issuer: string, claims: Record<string, unknown>): string | undefined {
  const all: Claims = { sub: 'a', iss: issuer, aud: 'client', exp: 0, iat: 0, ...claims }
  return provenEmail(issuer, all, approved)
}

test.each<[what: string, issuer: string, claims: Record<string, unknown>]>([
  ['a provider that proves it', other, { email_verified: true }],
  [
    'Google, for the Workspace of that domain',
    google,
    { email_verified: true, hd: 'cedar.example' },
  ],
  ['Entra, whose claim is a boolean', entra, { xms_edov: true }],
  ['Entra, whose claim is a number', entra, { xms_edov: 1 }],
  ['Entra, whose claim is a text', entra, { xms_edov: '1' }],
])('an address is proven by %s', (_what, issuer, claims) => {
  expect(proven(issuer, { email: address, ...claims })).toBe('rania@cedar.example')
})

test.each<[what: string, issuer: string, claims: Record<string, unknown>]>([
  ['a provider that says nothing about it', other, {}],
  ['a provider that says it in a text', other, { email_verified: 'true' }],
  ['a provider that only Microsoft may prove it for', other, { xms_edov: true }],
  ['Google without a Workspace', google, { email_verified: true }],
  ['Google, for another Workspace', google, { email_verified: true, hd: 'other.example' }],
  ['Google, unverified', google, { email_verified: false, hd: 'cedar.example' }],
  ['Entra, which has no such claim', entra, { email_verified: true }],
  ['Entra, which says that the domain is not proven', entra, { xms_edov: false }],
  ['Entra, which says so in a text', entra, { xms_edov: '0' }],
])('an address is not proven by %s', (_what, issuer, claims) => {
  expect(proven(issuer, { email: address, ...claims })).toBeUndefined()
})

test.each(['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'])(
  'Entra for %s proves no address',
  (shared) => {
    const issuer = `https://login.microsoftonline.com/${shared}/v2.0`
    expect(proven(issuer, { email: address, xms_edov: true })).toBeUndefined()
  },
)

test.each(['rania@foreign.example', 'rania@sub.cedar.example', 'cedar.example', '', undefined])(
  'the address %o is not one of an approved domain',
  (email) => {
    expect(proven(other, { email, email_verified: true })).toBeUndefined()
  },
)

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
  await changeUser(server, user.id, change)
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
