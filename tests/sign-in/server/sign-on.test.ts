import { afterAll, expect, test } from 'vitest'
import { beginSingleSignOnEndpoint } from '../../../contract/sign-in/begin-single-sign-on.ts'
import { createApp } from '../../../server/app.ts'
import type { Services } from '../../../server/http/services.ts'
import { startIdentityProvider } from '../../support/server/identity-provider.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer } from '../../support/server/server.ts'
import {
  changeProvider,
  goToProvider,
  openBrowser,
  publicUrl,
  redirectUriOf,
  signOn,
  startSignOn,
} from '../../support/server/single-sign-on.ts'

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
