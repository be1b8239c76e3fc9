import { afterAll, expect, test } from 'vitest'
import { checkIssuerEndpoint } from '../../../contract/sign-in/check-issuer.ts'
import { showSignInSettingsEndpoint } from '../../../contract/sign-in/sign-in-settings.ts'
import { showIdentityEndpoint } from '../../../contract/sign-in/user-identity.ts'
import { answerResets } from '../../../server/sign-in/links/answer-resets.ts'
import { owning } from '../../support/owning.ts'
import { startIdentityProvider } from '../../support/server/identity-provider.ts'
import { createTestServer } from '../../support/server/server.ts'
import {
  changeProvider,
  goToProvider,
  makeFirm,
  openBrowser,
  password,
  publicUrl,
  redirectUriOf,
  type SignOnScene,
  signOn,
  startSignOn,
} from '../../support/server/single-sign-on.ts'
import { changeUser, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { addPasskey, openBrowser as openPlainBrowser } from '../../support/worlds/factors.ts'

const provider = await startIdentityProvider()
afterAll(() => provider[Symbol.asyncDispose]())

async function startAsAdmin() {
  await using cleanUp = new AsyncDisposableStack()
  const scene = cleanUp.use(await startSignOn(provider))
  const admin = await makeUser(scene.server, { role: 'super_admin' })
  const token = await makeSession(scene.server, admin)
  return owning(cleanUp, { ...scene, token })
}

const pathOf = ({ firm }: SignOnScene) => `/api/admin/organizations/${firm.organizationId}/sign-in`

const given = { mode: 'optional', issuer: 'https://login.firm.example', client_id: 'aman' }

test('settings are shown without the secret, which is encrypted in the database', async () => {
  await using scene = await startAsAdmin()
  const { server, firm, token } = scene
  await server.database.deleteFrom('identity_providers').execute()
  const empty = await server.get(pathOf(scene), { token })
  expect(empty.output(showSignInSettingsEndpoint)).toMatchObject({ mode: 'off', has_secret: false })
  const client_secret = 'a secret that no call returns'
  const saved = await server.post(pathOf(scene), { token, body: { ...given, client_secret } })
  expect(saved.status).toBe(200)
  const shown = await server.get(pathOf(scene), { token })
  expect(shown.output(showSignInSettingsEndpoint)).toEqual({
    ...given,
    is_offered: true,
    has_secret: true,
    break_glass_user_id: null,
    redirect_uri: redirectUriOf(firm),
    domains: [firm.domain],
    linked_users: 0,
    last_used_at: null,
    unlinked_identities: [],
  })
  expect(shown.text).not.toContain(client_secret)
  const stored = await server.database.selectFrom('identity_providers').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(client_secret)
  expect(await server.acts('sign-in-settings')).toMatchObject([
    { action: 'sign-in-settings', detail: 'optional', target_id: firm.organizationId },
  ])
})

test('a secret stays with the provider that it was entered for', async () => {
  await using scene = await startAsAdmin()
  const { server, firm, token } = scene
  const same = { mode: 'optional', issuer: provider.issuer, client_id: provider.clientId }
  expect((await server.post(pathOf(scene), { token, body: same })).status).toBe(200)
  await signOn(scene)
  for (const change of [{ issuer: 'https://evil.example' }, { client_id: 'another' }]) {
    const refused = await server.post(pathOf(scene), { token, body: { ...same, ...change } })
    expect([refused.status, refused.code]).toEqual([422, 'client_secret_missing'])
  }
  const { issuer } = await server.database
    .selectFrom('identity_providers')
    .select('issuer')
    .where('organization_id', '=', firm.organizationId)
    .executeTakeFirstOrThrow()
  expect(issuer).toBe(provider.issuer)
})

test.each([
  ['https://LOGIN.microsoftonline.com./common/v2.0', 'shared_issuer'],
  ['http://login.firm.example', 'not_an_issuer'],
  ['https://user:password@login.firm.example', 'not_an_issuer'],
  ['https://login.firm.example?tenant=1', 'not_an_issuer'],
  ['login.firm.example', 'not_an_issuer'],
])('the issuer %s is refused as %s', async (issuer, code) => {
  await using scene = await startAsAdmin()
  const body = { ...given, issuer, client_secret: 'x' }
  const refused = await scene.server.post(pathOf(scene), { token: scene.token, body })
  expect(refused.status).toBe(422)
  expect(refused.fields).toEqual([expect.objectContaining({ field: 'issuer', code })])
})

test('changing the settings and links needs a recent confirmation', async () => {
  await using scene = await startAsAdmin()
  const { server, firm, token } = scene
  server.clock.pass(11 * 60_000)
  const link = `/api/admin/users/${firm.user.id}/single-sign-on`
  const refused = [
    await server.post(pathOf(scene), { token, body: given }),
    await server.post(link, { token, body: { subject: 'x' } }),
    await server.delete(link, { token }),
  ]
  expect(refused.map(({ code }) => code)).toEqual(Array(3).fill('confirmation_required'))
})

test('the check fetches the discovery document and says what is wrong', async () => {
  await using scene = await startAsAdmin()
  const { server, token } = scene
  const check = async (issuer: string) => {
    const answer = await server.post(`${pathOf(scene)}/check`, { token, body: { issuer } })
    return answer.output(checkIssuerEndpoint)
  }
  const { host } = new URL(provider.issuer)
  expect(await check(provider.issuer)).toEqual({ finding: 'ok', detail: '', sign_in_host: host })
  expect((await check(`${provider.issuer}/`)).finding).toBe('not_a_provider')
  expect((await check(`${provider.issuer}/nothing`)).finding).toBe('not_a_provider')
  expect((await check('https://127.0.0.1:1')).finding).toBe('unreachable')
  expect((await check('https://169.254.169.254')).finding).toBe('not_allowed')
  const issuer = 'https://login.microsoftonline.com/common/v2.0'
  const shared = await server.post(`${pathOf(scene)}/check`, { token, body: { issuer } })
  expect(shared.fields).toMatchObject([{ field: 'issuer', code: 'shared_issuer' }])
  scene.tamperWith((_, body) =>
    body.replace(`"issuer":"${provider.issuer}"`, '"issuer":"https://evil.example"'),
  )
  expect((await check(provider.issuer)).finding).toBe('not_a_provider')
  // The browser would run it as a script of the site.
  scene.tamperWith((_, body) => body.replace(`${provider.issuer}/auth`, 'javascript:alert(1)'))
  expect((await check(provider.issuer)).finding).toBe('not_a_provider')
  const begun = await openBrowser(scene).begin(scene.firm.domain)
  expect([begun.status, begun.code]).toEqual([503, 'provider_unavailable'])
})

test('where single sign-on is the only way, a right password says so and a wrong one does not', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  const { username } = firm.user
  await changeProvider(server, firm, { mode: 'only' })
  const tryPassword = (body: object) => server.post('/api/auth/login', { body })
  const unknown = await tryPassword({ username: 'no-such-user', password })
  const wrong = await tryPassword({ username, password: 'a wrong password' })
  expect([wrong.status, wrong.body]).toEqual([401, unknown.body])
  // More often than wrong passwords may be tried: a right one is no failure.
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const right = await tryPassword({ username, password })
    expect([right.status, right.code]).toEqual([401, 'single_sign_on_required'])
  }
  await signOn(scene)
  await server.database.updateTable('users').set({ role: 'super_admin' }).execute()
  expect((await tryPassword({ username, password })).status).toBe(200)
})

test('the one user for emergencies signs in with the password, users of other organizations do not', async () => {
  await using scene = await startAsAdmin()
  const { server, firm, token } = scene
  const { organizationId } = firm
  const guard = await makeUser(server, { organizationId, password })
  const invited = await makeUser(server, { organizationId })
  const other = await makeFirm(server, provider, 'other.example')
  const only = { mode: 'only', issuer: provider.issuer, client_id: provider.clientId }
  for (const { id } of [invited, other.user]) {
    const body = { ...only, break_glass_user_id: id }
    const refused = await server.post(pathOf(scene), { token, body })
    expect([refused.status, refused.code]).toEqual([422, 'not_a_break_glass_user'])
  }
  const body = { ...only, break_glass_user_id: guard.id }
  expect((await server.post(pathOf(scene), { token, body })).status).toBe(200)
  const statusOf = async ({ username }: { readonly username: string }) =>
    (await server.post('/api/auth/login', { body: { username, password } })).status
  expect(await statusOf(guard)).toBe(200)
  expect(await statusOf(firm.user)).toBe(401)
  expect(await statusOf(other.user)).toBe(200)
})

test('a passkey is no way around single sign-on', async () => {
  // Passkeys of tests belong to localhost, which is the site without PUBLIC_URL.
  await using server = await createTestServer()
  const firm = await makeFirm(server, provider, 'firm.example')
  const user = await makeUser(server, {
    organizationId: firm.organizationId,
    password: 'correct horse battery',
  })
  const token = await makeSession(server, user)
  const { passkey } = await addPasskey(server, { user, token })
  await changeProvider(server, firm, { mode: 'only' })
  const browser = openPlainBrowser(server)
  const { challenge, options } = await browser.askPasskey()
  const answer = await browser.showPasskey(
    challenge,
    passkey.sign(options, Buffer.from(user.id).toString('base64url')),
  )
  expect([answer.status, answer.code]).toEqual([401, 'single_sign_on_required'])
})

test('users who have to use single sign-on get no link for a new password', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  const ask = async () => {
    await server.database.deleteFrom('mails').execute()
    const requested_at = server.clock().toISOString()
    await server.database
      .insertInto('reset_requests')
      .values({
        id: crypto.randomUUID(),
        login: firm.user.username,
        network: 'x',
        device_hash: null,
        requested_at,
        answered_at: null,
      })
      .execute()
    await answerResets({ ...server.services, linkOrigin: publicUrl })
    return (await server.database.selectFrom('mails').select('id').execute()).length
  }
  expect(await ask()).toBe(1)
  await changeProvider(server, firm, { mode: 'only' })
  expect(await ask()).toBe(0)
})

test('sessions end that could not begin with the new settings', async () => {
  await using scene = await startAsAdmin()
  const { server, firm, token } = scene
  const byPassword = await makeSession(server, firm.user)
  const byProvider = await signOn(scene)
  const settings = { issuer: provider.issuer, client_id: provider.clientId }
  const save = (mode: string) => server.post(pathOf(scene), { token, body: { ...settings, mode } })
  const statusOf = async (session: string) =>
    (await server.get('/api/auth/me', { token: session })).status
  await save('only')
  expect([await statusOf(byPassword), await statusOf(byProvider)]).toEqual([401, 200])
  await save('off')
  expect(await statusOf(byProvider)).toBe(401)
  expect(await statusOf(token)).toBe(200)
})

test('an admin links an identity by hand and ends the link', async () => {
  await using scene = await startAsAdmin()
  const { server, firm, token } = scene
  const unproven = { ...firm.account, email_verified: false }
  expect(await goToProvider(scene, openBrowser(scene), unproven)).toEqual({
    'single-sign-on-problem': 'no_user',
  })
  const { unlinked_identities } = (await server.get(pathOf(scene), { token })).output(
    showSignInSettingsEndpoint,
  )
  const [unlinked] = unlinked_identities ?? []
  expect(unlinked).toMatchObject({ subject: firm.account.sub, email: firm.user.email })
  const path = `/api/admin/users/${firm.user.id}/single-sign-on`
  const body = { subject: unlinked?.subject }
  expect((await server.post(path, { token, body })).status).toBe(200)
  const session = await signOn(scene, openBrowser(scene), unproven)
  const shown = (await server.get(path, { token })).output(showIdentityEndpoint)
  expect(shown.link).toMatchObject({ issuer: provider.issuer, subject: firm.account.sub })
  const after = (await server.get(pathOf(scene), { token })).output(showSignInSettingsEndpoint)
  expect([after.linked_users, after.unlinked_identities]).toEqual([1, []])
  const colleague = await makeUser(server, { organizationId: firm.organizationId })
  const taken = await server.post(`/api/admin/users/${colleague.id}/single-sign-on`, {
    token,
    body,
  })
  expect([taken.status, taken.code]).toEqual([409, 'subject_taken'])
  const statusOf = async (used: string) =>
    (await server.get('/api/auth/me', { token: used })).status
  // The same subject again changes nothing; another one ends what the former one began.
  expect((await server.post(path, { token, body })).status).toBe(200)
  expect(await statusOf(session)).toBe(200)
  expect((await server.post(path, { token, body: { subject: 'other' } })).status).toBe(200)
  expect(await statusOf(session)).toBe(401)
  expect((await server.post(path, { token, body })).status).toBe(200)
  const again = await signOn(scene, openBrowser(scene), unproven)
  expect((await server.delete(path, { token })).status).toBe(200)
  expect(await statusOf(again)).toBe(401)
  expect((await server.delete(path, { token })).code).toBe('not_linked')
  const loner = await makeUser(server)
  const nowhere = await server.post(`/api/admin/users/${loner.id}/single-sign-on`, { token, body })
  expect([nowhere.status, nowhere.code]).toEqual([409, 'no_provider'])
  await changeUser(server, firm.user.id, { removed_at: server.clock().toISOString() })
  expect((await server.post(path, { token, body })).code).toBe('unknown_user')
  const acts = server.database.selectFrom('audit').select('action').orderBy('id')
  const actions = (await acts.execute()).map(({ action }) => action)
  expect(actions.filter((action) => action.startsWith('identity-'))).toEqual([
    ...Array(3).fill('identity-link'),
    'identity-unlink',
  ])
})
