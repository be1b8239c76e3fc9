import { afterAll, expect, test } from 'vitest'
import { passkeyToConfirmEndpoint } from '../../../contract/account/confirm-passkey.ts'
import { beginSingleSignOnEndpoint } from '../../../contract/sign-in/begin-single-sign-on.ts'
import { createPasskey } from '../../support/browser/passkey.ts'
import { owning } from '../../support/owning.ts'
import { type Account, startIdentityProvider } from '../../support/server/identity-provider.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  openBrowser,
  type SignOnScene,
  signOn,
  startSignOn,
} from '../../support/server/single-sign-on.ts'
import { changeUser, makeSession } from '../../support/worlds/factories.ts'
import {
  addPasskey,
  makeEnrollable,
  openBrowser as openFactorsBrowser,
} from '../../support/worlds/factors.ts'

const provider = await startIdentityProvider()
afterAll(() => provider[Symbol.asyncDispose]())

/** A user who signed in at the provider eleven minutes ago. */
async function startConfirmation() {
  await using cleanUp = new AsyncDisposableStack()
  const scene = cleanUp.use(await startSignOn(provider))
  scene.server.clock.pass(-11 * 60_000)
  const browser = openBrowser(scene)
  const token = await signOn(scene, browser)
  scene.server.clock.pass(11 * 60_000)
  return owning(cleanUp, { ...scene, browser, token })
}

/** Ends the other sessions, which needs a confirmation. */
async function isConfirmed({ server }: SignOnScene, token: string): Promise<boolean> {
  const { status, code } = await server.delete('/api/account/sessions', { token })
  expect(status === 200 || code === 'confirmation_required').toBe(true)
  return status === 200
}

async function confirmAs(
  scene: Awaited<ReturnType<typeof startConfirmation>>,
  account: Account = scene.firm.account,
) {
  const { url } = (await scene.browser.confirm(scene.token)).output(beginSingleSignOnEndpoint)
  return scene.browser.comeBack(await provider.visit(url, account))
}

test('a user of single sign-on confirms by signing in at the provider again', async () => {
  await using scene = await startConfirmation()
  expect(await isConfirmed(scene, scene.token)).toBe(false)
  const { url } = (await scene.browser.confirm(scene.token)).output(beginSingleSignOnEndpoint)
  const { searchParams } = new URL(url)
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
  const back = await provider.visit(url, scene.firm.account)
  expect(await scene.browser.comeBack(back)).toEqual({ 'single-sign-on-confirmed': 'yes' })
  expect(await isConfirmed(scene, scene.token)).toBe(true)
  expect(await scene.browser.comeBack(back)).toEqual({ 'single-sign-on-problem': 'ended' })
})

test('another user at the provider does not confirm', async () => {
  await using scene = await startConfirmation()
  const other = { ...scene.firm.account, sub: 'another' }
  expect(await confirmAs(scene, other)).toEqual({ 'single-sign-on-problem': 'no_user' })
  expect(await isConfirmed(scene, scene.token)).toBe(false)
})

type Claims = Record<string, unknown>

/** Confirms with other claims than the provider's. @param change gets the time of the question, in seconds */
async function confirmWith(change: (claims: Claims, askedAt: number) => Claims) {
  await using scene = await startConfirmation()
  const askedAt = Math.floor(scene.server.clock().getTime() / 1000)
  scene.tamperWith((url, body) => {
    if (!url.endsWith('/token')) return body
    const answer = JSON.parse(body)
    const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1], 'base64url').toString())
    const id_token = provider.signToken(change(claims, askedAt))
    return JSON.stringify({ ...answer, id_token })
  })
  const fragment = await confirmAs(scene)
  return { fragment, isConfirmed: await isConfirmed(scene, scene.token) }
}

test.each<[what: string, change: (claims: Claims, askedAt: number) => Claims]>([
  [
    'of 61 seconds before the question',
    (claims, askedAt) => ({ ...claims, auth_time: askedAt - 61 }),
  ],
  ['of which nothing is said', ({ auth_time: _, ...claims }) => claims],
  ['that is no number', (claims) => ({ ...claims, auth_time: '9999999999' })],
])('a sign-in at the provider %s does not confirm', async (_, change) => {
  expect(await confirmWith(change)).toEqual({
    fragment: { 'single-sign-on-problem': 'failed' },
    isConfirmed: false,
  })
})

test('a sign-in after the question confirms, by a clock that is 59 seconds behind too', async () => {
  const behind = await confirmWith((claims, askedAt) => ({ ...claims, auth_time: askedAt - 59 }))
  expect(behind).toEqual({ fragment: { 'single-sign-on-confirmed': 'yes' }, isConfirmed: true })
})

test('a confirmation counts in the browser that began it, and begins no session', async () => {
  await using scene = await startConfirmation()
  const { url } = (await scene.browser.confirm(scene.token)).output(beginSingleSignOnEndpoint)
  const back = await provider.visit(url, scene.firm.account)
  // With a stolen token alone an attacker would let the victim confirm.
  expect(await openBrowser(scene).comeBack(back)).toEqual({ 'single-sign-on-problem': 'ended' })
  expect(await isConfirmed(scene, scene.token)).toBe(false)
  const sessions = await scene.server.database.selectFrom('sessions').select('id').execute()
  expect(sessions).toHaveLength(1)
})

test('a user without an identity at the provider confirms with the password', async () => {
  await using scene = await startSignOn(provider)
  const token = await makeSession(scene.server, scene.firm.user)
  const refused = await openBrowser(scene).confirm(token)
  expect([refused.status, refused.code]).toEqual([409, 'no_provider_session'])
})

test('after single sign-on no second factor is asked for', async () => {
  await using scene = await startSignOn(provider)
  const { server, firm } = scene
  await server.database
    .insertInto('factor_policies')
    .values({
      subject: firm.organizationId,
      policy: 'required',
      set_at: server.clock().toISOString(),
    })
    .execute()
  const read = async (token: string) => await server.get('/api/flags/list', { token })
  const byPassword = await read(await makeSession(server, firm.user))
  expect([byPassword.status, byPassword.code]).toEqual([403, 'must_add_factor'])
  expect((await read(await signOn(scene))).status).toBe(200)
})

test('after single sign-on no own password is asked for', async () => {
  await using scene = await startSignOn(provider, { asksForOwnPassword: true })
  const { server, firm } = scene
  await changeUser(server, firm.user.id, { must_change_password: 1 })
  const read = async (token: string) => await server.get('/api/flags/list', { token })
  const byPassword = await read(await makeSession(server, firm.user))
  expect([byPassword.status, byPassword.code]).toEqual([403, 'must_change_password'])
  const token = await signOn(scene)
  expect((await read(token)).status).toBe(200)
  expect((await server.get('/api/auth/me', { token })).text).not.toContain('must_change')
})

const path = '/api/auth/confirm/passkey'
const tenMinutesMs = 10 * 60_000

async function startWithPasskey() {
  await using cleanUp = new AsyncDisposableStack()
  const server = cleanUp.use(await createTestServer())
  const enrolled = await makeEnrollable(server)
  const { passkey } = await addPasskey(server, enrolled)
  // The sign-in is no recent proof any more.
  server.clock.pass(tenMinutesMs)
  return owning(cleanUp, {
    server,
    passkey,
    ...enrolled,
  })
}

async function ask(server: TestServer, token: string) {
  const answer = await server.post(`${path}/options`, { token, body: {} })
  return answer.output(passkeyToConfirmEndpoint)
}

async function show(server: TestServer, token: string, challenge: string, credential: unknown) {
  const { status, code } = await server.post(path, { token, body: { challenge, credential } })
  return status === 200 ? 'confirmed' : `${status} ${code}`
}

async function isConfirmedConfirmPasskey(server: TestServer, token: string): Promise<boolean> {
  const answer = await server.delete('/api/account/sessions', { token })
  return answer.code !== 'confirmation_required'
}

const refused = '422 passkey_not_confirmed'

test('a passkey of the user confirms the session in place of the password', async () => {
  await using scene = await startWithPasskey()
  const { server, token, passkey } = scene
  expect(await isConfirmedConfirmPasskey(server, token)).toBe(false)
  const { challenge, options } = await ask(server, token)
  expect(options).toMatchObject({
    userVerification: 'required',
    allowCredentials: [{ id: passkey.id }],
  })
  const signed = passkey.sign(options)
  expect(await show(server, token, challenge, signed)).toBe('confirmed')
  expect(await isConfirmedConfirmPasskey(server, token)).toBe(true)
  // It works once.
  expect(await show(server, token, challenge, signed)).toBe(refused)
  server.clock.pass(tenMinutesMs)
  expect(await isConfirmedConfirmPasskey(server, token)).toBe(false)
})

test('no other passkey, page, site or question confirms, and none without its user', async () => {
  await using scene = await startWithPasskey()
  const { server, user, token, passkey } = scene
  const attacker = await makeEnrollable(server)
  const { passkey: theirs } = await addPasskey(server, attacker)
  const handle = Buffer.from(user.id).toString('base64url')
  for (const forged of [
    { origin: 'https://aman.example' },
    { rpId: 'aman.example' },
    { challenge: 'b0yQ2m7cXw' },
    { isVerified: false },
  ]) {
    const { challenge, options } = await ask(server, token)
    const signed = passkey.sign({ ...options, ...forged })
    expect(await show(server, token, challenge, signed), JSON.stringify(forged)).toBe(refused)
  }
  for (const other of [theirs, createPasskey()]) {
    const { challenge, options } = await ask(server, token)
    expect(await show(server, token, challenge, other.sign(options, handle))).toBe(refused)
  }
  // A wrong answer uses the question up, too.
  const { challenge, options } = await ask(server, token)
  expect(await show(server, token, challenge, theirs.sign(options))).toBe(refused)
  expect(await show(server, token, challenge, passkey.sign(options))).toBe(refused)
  expect(await isConfirmedConfirmPasskey(server, token)).toBe(false)
  expect(await server.acts('failed-confirmation')).toHaveLength(7)
})

test('what was asked in another session or at a sign-in confirms nothing, and begins no session', async () => {
  await using scene = await startWithPasskey()
  const { server, user, token, passkey } = scene
  const elsewhere = await makeSession(server, user)
  server.clock.pass(tenMinutesMs)
  const there = await ask(server, elsewhere)
  expect(await show(server, token, there.challenge, passkey.sign(there.options))).toBe(refused)
  const browser = openFactorsBrowser(server)
  const handle = Buffer.from(user.id).toString('base64url')
  for (const isSecondStep of [false, true]) {
    const given = isSecondStep ? await browser.begin(user) : undefined
    const { challenge, options } = await browser.askPasskey(given)
    const signed = passkey.sign(options, handle)
    expect(await show(server, token, challenge, signed)).toBe(refused)
  }
  const { challenge, options } = await ask(server, token)
  const answer = await browser.showPasskey(challenge, passkey.sign(options, handle))
  expect(answer.code).toBe('challenge_ended')
  server.clock.pass(5 * 60_000)
  expect(await show(server, token, challenge, passkey.sign(options))).toBe(refused)
  expect(await isConfirmedConfirmPasskey(server, token)).toBe(false)
})
