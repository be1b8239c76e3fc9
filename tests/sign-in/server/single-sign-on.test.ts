import { afterAll, expect, test } from 'vitest'
import { beginSingleSignOnEndpoint } from '../../../contract/sign-in/begin-single-sign-on.ts'
import { createApp } from '../../../server/app.ts'
import type { Services } from '../../../server/http/services.ts'
import { newKey, signToken, startIdentityProvider } from '../../support/server/identity-provider.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer } from '../../support/server/server.ts'
import {
  changeProvider,
  goToProvider,
  makeFirm,
  openBrowser,
  publicUrl,
  redirectUriOf,
  type SignOnScene,
  signOn,
  startSignOn,
  type Tamper,
} from '../../support/server/single-sign-on.ts'
import { changeUser, makeUser } from '../../support/worlds/factories.ts'

const provider = await startIdentityProvider()
afterAll(() => provider[Symbol.asyncDispose]())

test('a user signs in at the provider of the organization, and the token is in no address', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  const browser = openBrowser(scene)
  const begun = await browser.begin(firm.user.email)
  const url = new URL(begun.output(beginSingleSignOnEndpoint).url)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'aman',
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: redirectUriOf(firm),
    login_hint: firm.user.email,
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  const [cookie = ''] = begun.headers.getSetCookie()
  expect(cookie).toMatch(
    /^__Secure-aman_single_sign_on=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/login; HttpOnly; Secure; SameSite=Lax$/,
  )
  const back = new URL(await provider.visit(url.href, firm.account))
  const answer = await server.get(`${back.pathname}${back.search}`, {
    headers: { cookie: cookie.split(';')[0] ?? '' },
  })
  const to = new URL(answer.headers.get('location') ?? '')
  expect([to.origin, to.pathname, to.search]).toEqual([publicUrl, '/login/', ''])
  const finished = await browser.finish(/^#single-sign-on=(.+)$/.exec(to.hash)?.[1])
  expect(finished.status).toBe(200)
  expect(finished.body).toEqual({ access_token: expect.any(String), user_role: 'employee' })
})

test('only issuer and subject count after the first sign-in', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  await signOn(scene)
  const another = { sub: firm.account.sub, email: 'new-name@other.example' }
  const token = await signOn(scene, openBrowser(scene), another)
  const me = await server.get('/api/auth/me', { token })
  expect(me.body).toMatchObject({ username: firm.user.username, is_single_sign_on: true })
  const links = await server.database.selectFrom('identity_links').selectAll().execute()
  expect(links).toEqual([
    {
      user_id: firm.user.id,
      issuer: provider.issuer,
      subject: firm.account.sub,
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    },
  ])
})

test('a provider that names the address only to those who ask is asked', async () => {
  await using scene = await startSignOn(provider)
  provider.register({ redirectUri: redirectUriOf(scene.firm), isThin: true })
  expect(await signOn(scene)).toMatch(/^[\w-]{43}$/)
})

test('a provider that has changed its keys still signs in', async () => {
  await using scene = await startSignOn(provider)
  const browser = openBrowser(scene)
  await signOn(scene, browser)
  provider.rotateKey()
  expect(await signOn(scene, browser)).toMatch(/^[\w-]{43}$/)
})

test('no user is created by signing in, and the identity is kept for an admin', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  const stranger = { sub: 'stranger', email: `stranger@${firm.domain}`, email_verified: true }
  const fragment = await goToProvider(scene, openBrowser(scene), stranger)
  expect(fragment).toEqual({ 'single-sign-on-problem': 'no_user' })
  expect(await server.database.selectFrom('users').select('id').execute()).toHaveLength(1)
  const kept = await server.database
    .selectFrom('unlinked_identities')
    .select(['organization_id', 'issuer', 'subject', 'email'])
    .execute()
  expect(kept).toEqual([
    {
      organization_id: firm.organizationId,
      issuer: provider.issuer,
      subject: 'stranger',
      email: stranger.email,
    },
  ])
})

test('an unknown domain, one without single sign-on and a suspended organization answer alike', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  const { begin } = openBrowser(scene)
  const unknown = await begin('rania@nowhere.example')
  expect([unknown.status, unknown.code]).toEqual([404, 'no_single_sign_on'])
  await changeProvider(server, firm, { mode: 'off' })
  expect((await begin(firm.domain)).body).toEqual(unknown.body)
  await changeProvider(server, firm, { mode: 'optional' })
  await server.database
    .updateTable('organizations')
    .set({ suspended_at: server.clock().toISOString() })
    .execute()
  expect((await begin(firm.user.email)).body).toEqual(unknown.body)
})

test('single sign-on returns to the site and language that began it, if the operator allows its origin', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  const site = 'https://www.firm.example'
  const allowing = createApp({ ...server.services, allowedOrigins: [site] })
  const returnsTo = async (origin: string, query = '') => {
    await server.database.deleteFrom('sign_on_attempts').execute()
    const { status } = await request(allowing, 'POST', `/api/auth/login/single-sign-on${query}`, {
      body: { login: firm.domain },
      headers: { origin },
    })
    expect(status).toBe(200)
    const attempt = server.database.selectFrom('sign_on_attempts').select('origin')
    return (await attempt.executeTakeFirstOrThrow()).origin
  }
  expect(await returnsTo(site)).toBe(site)
  expect(await returnsTo('https://evil.example')).toBe(publicUrl)
  expect(await returnsTo(site, '?locale=ar')).toBe(`${site}/ar`)
  expect(await returnsTo(site, '?locale=..%2Fevil')).toBe(site)
})

test('single sign-on brings the screen back that was opened before, and no other address', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  const begin = (to: string) =>
    server.post('/api/auth/login/single-sign-on', { body: { login: firm.user.email, to } })
  const begun = await begin('/dashboard/employee?view=messages&q=a%26b')
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { url } = begun.output(beginSingleSignOnEndpoint)
  const back = new URL(await provider.visit(url, firm.account))
  const answer = await server.get(`${back.pathname}${back.search}`, { headers: { cookie } })
  const site = new URL(answer.headers.get('location') ?? '')
  expect(site.origin + site.pathname).toBe(`${publicUrl}/login/`)
  expect([...site.searchParams]).toEqual([['to', '/dashboard/employee?view=messages&q=a%26b']])
  expect(site.hash).toMatch(/^#single-sign-on=/)
  for (const other of [
    'https://evil.example/dashboard/employee',
    '//evil.example/dashboard/x',
    '/dashboard/../api',
    '/login',
    '/dashboard/employee#x',
    '/dashboard/employee?a b',
    `/dashboard/employee?${'x'.repeat(1000)}`,
  ]) {
    expect((await begin(other)).status, other).toBe(422)
  }
})

test('single sign-on is offered only with PUBLIC_URL and a key for secrets', async () => {
  const offers = async (services: Partial<Services>) => {
    await using server = await createTestServer({ services })
    return (await server.get('/api/auth/capabilities')).text.includes('single-sign-on')
  }
  expect(await offers({ publicUrl })).toBe(true)
  expect(await offers({})).toBe(false)
  expect(await offers({ publicUrl, sealer: null })).toBe(false)
})

const failed = { 'single-sign-on-problem': 'failed' }
const ended = { 'single-sign-on-problem': 'ended' }
const noUser = { 'single-sign-on-problem': 'no_user' }

/** The provider's address for a new attempt, and its state. */
async function begin({ firm }: SignOnScene, browser: ReturnType<typeof openBrowser>) {
  const begun = await browser.begin(firm.user.email)
  return new URL(begun.output(beginSingleSignOnEndpoint).url)
}

async function countSessions({ server }: SignOnScene): Promise<number> {
  return (await server.database.selectFrom('sessions').select('id').execute()).length
}

type Claims = Readonly<Record<string, unknown>>

/** Replaces the ID token in the provider's answer; the rest of the answer stays. */
function withToken(make: (claims: Claims) => string): Tamper {
  return (url, body) => {
    if (!url.endsWith('/token')) return body
    const answer = JSON.parse(body)
    const [, claims = ''] = answer.id_token.split('.')
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString())
    return JSON.stringify({ ...answer, id_token: make(read) })
  }
}

const now = () => Math.floor(Date.now() / 1000)

test.each<[what: string, make: (claims: Claims) => string]>([
  ['with the nonce of another sign-in', (claims) => provider.signToken({ ...claims, nonce: 'x' })],
  ['of another issuer', (claims) => provider.signToken({ ...claims, iss: 'https://evil.example' })],
  ['for another client', (claims) => provider.signToken({ ...claims, aud: 'another' })],
  [
    'that has expired',
    (claims) => provider.signToken({ ...claims, iat: now() - 7200, exp: now() - 3600 }),
  ],
  ['without a signature', (claims) => signToken(claims, undefined)],
  ['signed with another key', (claims) => signToken(claims, newKey())],
  [
    'with a subject that cannot be kept',
    (claims) => provider.signToken({ ...claims, sub: `${claims.sub}\0` }),
  ],
  [
    'with an endless subject',
    (claims) => provider.signToken({ ...claims, sub: 'a'.repeat(100_000) }),
  ],
])('a token %s signs in no user', async (_, make) => {
  await using scene = await startSignOn(provider)
  scene.tamperWith(withToken(make))
  expect(await goToProvider(scene, openBrowser(scene))).toEqual(failed)
  expect(await countSessions(scene)).toBe(0)
  expect(scene.server.logged.join()).toContain('single sign-on failed')
})

test('the answer of the provider counts in the browser that began, and once', async () => {
  await using scene = await startSignOn(provider)
  const [browser, another] = [openBrowser(scene), openBrowser(scene)]
  const back = await provider.visit((await begin(scene, browser)).href, scene.firm.account)
  // An attacker who sends a victim the own answer does not sign the victim in as the attacker.
  expect(await another.comeBack(back)).toEqual(ended)
  await begin(scene, another)
  expect(await another.comeBack(back)).toEqual(ended)
  const elsewhere = back.replace(/[^/]+(?=\?)/, '%00')
  expect(await browser.comeBack(elsewhere)).toEqual(ended)
  expect(scene.server.logged).toEqual([])
  expect(await browser.comeBack(back)).toHaveProperty('single-sign-on')
  expect(await browser.comeBack(back)).toEqual(ended)
})

test('an answer of the provider that comes after ten minutes counts no more', async () => {
  await using scene = await startSignOn(provider)
  const browser = openBrowser(scene)
  const back = await provider.visit((await begin(scene, browser)).href, scene.firm.account)
  scene.server.clock.pass(10 * 60_000)
  expect(await browser.comeBack(back)).toEqual(ended)
})

test('a one-time code works once, for 30 seconds, in the browser that began', async () => {
  await using scene = await startSignOn(provider)
  const [browser, thief] = [openBrowser(scene), openBrowser(scene)]
  const { 'single-sign-on': code } = await goToProvider(scene, browser)
  const stolen = await thief.finish(code)
  expect([stolen.status, stolen.code]).toEqual([401, 'single_sign_on_ended'])
  await begin(scene, thief)
  expect((await thief.finish(code)).code).toBe('single_sign_on_ended')
  expect((await browser.finish('x'.repeat(43))).code).toBe('single_sign_on_ended')
  expect((await browser.finish(code)).status).toBe(200)
  expect((await browser.finish(code)).code).toBe('single_sign_on_ended')
  const { 'single-sign-on': late } = await goToProvider(scene, browser)
  scene.server.clock.pass(30_000)
  expect((await browser.finish(late)).code).toBe('single_sign_on_ended')
  expect(await countSessions(scene)).toBe(1)
})

test('a cookie that the client chose is never adopted', async () => {
  await using scene = await startSignOn(provider)
  const browser = openBrowser(scene)
  const name = '__Secure-aman_single_sign_on'
  const planted = 'p'.repeat(43)
  browser.cookies.set(name, planted)
  const { 'single-sign-on': code } = await goToProvider(scene, browser)
  expect(browser.cookies.get(name)).not.toBe(planted)
  const attacker = openBrowser(scene)
  attacker.cookies.set(name, planted)
  expect((await attacker.finish(code)).code).toBe('single_sign_on_ended')
})

test('the provider of another organization cannot answer for this one', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  const evil = await makeFirm(server, provider, 'evil.example')
  const browser = openBrowser(scene)
  const begun = await browser.begin(evil.domain)
  const own = new URL(begun.output(beginSingleSignOnEndpoint).url)
  // The evil provider sends the browser on to the honest one, in place of its own page.
  own.searchParams.set('redirect_uri', redirectUriOf(firm))
  expect(await browser.comeBack(await provider.visit(own.href, firm.account))).toEqual(ended)
  // And an honest answer that names another issuer is not taken (RFC 9207).
  const back = new URL(await provider.visit((await begin(scene, browser)).href, firm.account))
  back.searchParams.set('iss', 'https://evil.example')
  expect(await browser.comeBack(back.href)).toEqual(failed)
})

test('settings that change while the user is at the provider end the sign-in', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  const browser = openBrowser(scene)
  const back = await provider.visit((await begin(scene, browser)).href, firm.account)
  await changeProvider(server, firm, { issuer: 'https://another.example' })
  expect(await browser.comeBack(back)).toEqual(ended)
  await changeProvider(server, firm, { issuer: provider.issuer })
  const { 'single-sign-on': code } = await goToProvider(scene, browser)
  await changeProvider(server, firm, { mode: 'off' })
  expect((await browser.finish(code)).code).toBe('single_sign_on_ended')
})

test('an address of a foreign domain, and one of another organization, link no user', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  // A user of the organization whose address is not in its domains.
  const guest = await makeUser(server, {
    organizationId: firm.organizationId,
    email: 'guest@foreign.example',
  })
  const other = await makeFirm(server, provider, 'other.example')
  // A user of another organization with an address in this one's domain.
  const moved = await makeUser(server, {
    organizationId: other.organizationId,
    email: `moved@${firm.domain}`,
  })
  for (const { email } of [guest, other.user, moved]) {
    const account = { sub: email, email, email_verified: true }
    expect(await goToProvider(scene, openBrowser(scene), account)).toEqual(noUser)
  }
  expect(await server.database.selectFrom('identity_links').selectAll().execute()).toEqual([])
})

test('a super admin is never linked by an address', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  const users = server.database.updateTable('users').set({ role: 'super_admin' })
  await users.where('id', '=', firm.user.id).execute()
  expect(await goToProvider(scene, openBrowser(scene))).toEqual(noUser)
})

test('an address that is given to another identity at the provider does not take the user over', async () => {
  await using scene = await startSignOn(provider)
  await signOn(scene)
  const successor = { ...scene.firm.account, sub: 'the next person with this address' }
  expect(await goToProvider(scene, openBrowser(scene), successor)).toEqual(noUser)
})

test('a user who moved to another organization does not come in through the earlier one', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  await signOn(scene)
  const other = await makeFirm(server, provider, 'other.example')
  await changeUser(server, firm.user.id, { organization_id: other.organizationId })
  expect(await goToProvider(scene, openBrowser(scene))).toEqual(noUser)
})

test('an inactive user and one of a suspended organization stay out at every step', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  const setActive = (is_active: 0 | 1) => changeUser(server, firm.user.id, { is_active })
  await setActive(0)
  expect(await goToProvider(scene, openBrowser(scene))).toEqual(noUser)
  await setActive(1)
  await signOn(scene)
  await setActive(0)
  expect(await goToProvider(scene, openBrowser(scene))).toEqual(noUser)
  await setActive(1)
  const browser = openBrowser(scene)
  const { 'single-sign-on': code } = await goToProvider(scene, browser)
  await setActive(0)
  const refused = await browser.finish(code)
  expect([refused.status, refused.code]).toEqual([401, 'wrong_credentials'])
  await setActive(1)
  expect((await browser.finish(code)).code).toBe('single_sign_on_ended')
  const back = await provider.visit((await begin(scene, browser)).href, firm.account)
  const suspended_at = server.clock().toISOString()
  await server.database.updateTable('organizations').set({ suspended_at }).execute()
  expect(await browser.comeBack(back)).toEqual(ended)
})
