import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { beginPasskeyEndpoint } from '../../../contract/sign-in/add-passkey.ts'
import { beginTotpEndpoint } from '../../../contract/sign-in/add-totp.ts'
import { signedIn } from '../../../contract/sign-in/sign-in-with-password.ts'
import { createPasskey } from '../../support/browser/passkey.ts'
import { owning } from '../../support/owning.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import {
  addApp,
  addPasskey,
  codeOf,
  makeEnrollable,
  openBrowser,
  password,
} from '../../support/worlds/factors.ts'

const proof = { current_password: password }

async function startWithPasskey() {
  await using cleanUp = new AsyncDisposableStack()
  const server = cleanUp.use(await createTestServer())
  const enrolled = await makeEnrollable(server)
  const added = await addPasskey(server, enrolled)
  const handle = Buffer.from(enrolled.user.id).toString('base64url')
  return owning(cleanUp, {
    server,
    handle,
    ...enrolled,
    ...added,
  })
}

test('a passkey is the second step of a sign-in', async () => {
  await using scene = await startWithPasskey()
  const { server, user, passkey } = scene
  const browser = openBrowser(server)
  const given = await browser.begin(user)
  const { challenge, options } = await browser.askPasskey(given)
  expect(options).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [{ id: passkey.id }],
  })
  const answer = await browser.showPasskey(challenge, passkey.sign(options))
  expect(answer.status).toBe(200)
  const { access_token: token } = parse(signedIn, answer.body)
  expect((await server.get('/api/auth/me', { token })).body).toMatchObject({ id: user.id })
  const [factor] = await server.database.selectFrom('second_factors').selectAll().execute()
  expect(factor?.last_used_at).toBe(server.clock().toISOString())
})

test('a passkey signs in without a username and a password', async () => {
  await using scene = await startWithPasskey()
  const { server, user, passkey, handle } = scene
  const browser = openBrowser(server)
  const { challenge, options } = await browser.askPasskey()
  expect(options.allowCredentials).toEqual([])
  const answer = await browser.showPasskey(challenge, passkey.sign(options, handle))
  const { access_token: token } = parse(signedIn, answer.body)
  expect((await server.get('/api/auth/me', { token })).body).toMatchObject({ id: user.id })
})

test('what a passkey signed for another page, another site, another question or without checking its user is refused', async () => {
  await using scene = await startWithPasskey()
  const { server, user, passkey, handle } = scene
  const browser = openBrowser(server)
  for (const forged of [
    { origin: 'https://aman.example' },
    { origin: 'http://localhost:8080' },
    { rpId: 'aman.example' },
    { challenge: 'b0yQ2m7cXw' },
    { isVerified: false },
  ]) {
    const given = await browser.begin(user)
    const { challenge, options } = await browser.askPasskey(given)
    const signed = passkey.sign({ ...options, ...forged }, handle)
    const answer = await browser.showPasskey(challenge, signed)
    expect([answer.status, answer.code], JSON.stringify(forged)).toEqual([401, 'wrong_passkey'])
  }
})

test('the passkey of another user is no second step, and names no other user', async () => {
  await using scene = await startWithPasskey()
  const { server, user, handle } = scene
  const attacker = await makeEnrollable(server)
  const { passkey: theirs } = await addPasskey(server, attacker)
  const browser = openBrowser(server)
  const { challenge, options } = await browser.askPasskey(await browser.begin(user))
  const signed = theirs.sign(options)
  expect((await browser.showPasskey(challenge, signed)).code).toBe('wrong_passkey')
  const alone = await browser.askPasskey()
  const claimed = theirs.sign(alone.options, handle)
  expect((await browser.showPasskey(alone.challenge, claimed)).code).toBe('wrong_passkey')
  const unknown = await browser.askPasskey()
  const strange = createPasskey().sign(unknown.options, handle)
  expect((await browser.showPasskey(unknown.challenge, strange)).code).toBe('wrong_passkey')
})

test('a signed question works once and in one browser, and a copied passkey is noticed', async () => {
  await using scene = await startWithPasskey()
  const { server, user, passkey, handle } = scene
  const browser = openBrowser(server)
  const { challenge, options } = await browser.askPasskey()
  const signed = passkey.sign(options, handle)
  expect((await openBrowser(server).showPasskey(challenge, signed)).code).toBe('challenge_ended')
  expect((await browser.showPasskey(challenge, signed)).status).toBe(200)
  expect((await browser.showPasskey(challenge, signed)).code).toBe('challenge_ended')
  // A question that was not asked cannot be answered.
  const unasked = await browser.begin(user)
  expect((await browser.showPasskey(unasked, passkey.sign(options))).code).toBe('challenge_ended')
  passkey.turnBack(2)
  const copy = await browser.askPasskey()
  const behind = passkey.sign(copy.options, handle)
  expect((await browser.showPasskey(copy.challenge, behind)).code).toBe('wrong_passkey')
})

test('passkeys belong to the host of PUBLIC_URL, whatever host the request names', async () => {
  const publicUrl = 'https://aman.firm.example'
  await using server = await createTestServer({ services: { publicUrl } })
  const { options } = await openBrowser(server).askPasskey()
  expect(options.rpId).toBe('aman.firm.example')
  await using unnamed = await createTestServer()
  const body = {}
  const headers = { 'content-type': 'application/json' }
  for (const host of ['http://evil.example', 'https://evil.example', 'http://127.0.0.1:4321']) {
    const url = `${host}/api/auth/login/passkey/options`
    const answer = await unnamed.app.request(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(409)
  }
})

test('one network begins at most 100 sign-ins without completing them', async () => {
  await using server = await createTestServer()
  for (let begun = 0; begun < 100; begun += 1) await openBrowser(server).askPasskey()
  const refused = await openBrowser(server).post('/passkey/options', {})
  expect([refused.status, refused.code]).toEqual([429, 'too_many_challenges'])
  server.clock.pass(5 * 60_000)
  await openBrowser(server).askPasskey()
})

test('a registration is completed once, in its session, with a passkey that checked its user', async () => {
  await using server = await createTestServer()
  const { user, token } = await makeEnrollable(server)
  const path = '/api/account/factors/passkey'
  const begin = async () => {
    const begun = await server.post(`${path}/begin`, { token, body: proof })
    return begun.output(beginPasskeyEndpoint)
  }
  const passkey = createPasskey()
  const first = await begin()
  expect(first.options).toMatchObject({
    rp: { id: 'localhost', name: 'Aman' },
    user: { id: Buffer.from(user.id).toString('base64url'), name: user.username },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
  })
  const body = (given: typeof first, more = {}) => ({
    registration: given.registration,
    credential: passkey.register({ ...given.options, ...more }),
    name: 'Laptop',
  })
  const elsewhere = await makeSession(server, user)
  const stolen = await server.post(path, { token: elsewhere, body: body(first) })
  expect([stolen.status, stolen.code]).toEqual([422, 'registration_ended'])
  for (const more of [{ isVerified: false }, { origin: 'https://evil.example' }]) {
    const refused = await server.post(path, { token, body: body(await begin(), more) })
    expect([refused.status, refused.code]).toEqual([422, 'passkey_not_accepted'])
  }
  const added = await server.post(path, { token, body: body(first) })
  expect(added.status).toBe(200)
  expect((await server.post(path, { token, body: body(first) })).code).toBe('registration_ended')
  // A passkey belongs to one user.
  const other = await makeEnrollable(server)
  const theirs = await server.post(`${path}/begin`, { token: other.token, body: proof })
  const again = body(theirs.output(beginPasskeyEndpoint))
  expect((await server.post(path, { token: other.token, body: again })).code).toBe(
    'passkey_not_accepted',
  )
})

test('factors are listed and removed, with the password asked again; the codes end with the last one', async () => {
  await using scene = await startWithPasskey()
  const { server, token, user, id } = scene
  await addApp(server, scene)
  const list = await server.get('/api/account/factors', { token })
  expect(list.body).toEqual({
    factors: [
      expect.objectContaining({ id, kind: 'passkey', name: 'Laptop', last_used_at: null }),
      expect.objectContaining({ kind: 'totp', name: 'Phone', last_used_at: null }),
    ],
    recovery_codes_left: 10,
  })
  expect(list.text).not.toMatch(/secret|public_key|credential/)
  const remove = (factor: unknown, current_password: string) =>
    server.post(`/api/account/factors/${factor}/remove`, { token, body: { current_password } })
  expect((await remove(id, 'wrong password')).code).toBe('wrong_password')
  expect((await remove(id, password)).status).toBe(200)
  expect((await remove(id, password)).code).toBe('unknown_factor')
  const stranger = await makeUser(server, { password })
  const foreign = await server.post(`/api/account/factors/${id}/remove`, {
    token: await makeSession(server, stranger),
    body: proof,
  })
  expect(foreign.code).toBe('unknown_factor')
  const [app] = await server.database.selectFrom('second_factors').select('id').execute()
  expect((await remove(app?.id, password)).status).toBe(200)
  expect(await server.database.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  const body = { username: user.username, password }
  expect((await server.post('/api/auth/login', { body })).status).toBe(200)
})

test('new recovery codes end the old ones', async () => {
  await using scene = await startWithPasskey()
  const { server, token, user, recovery_codes: old } = scene
  const path = '/api/account/factors/recovery-codes'
  expect((await server.post(path, { token, body: { current_password: 'x' } })).status).toBe(422)
  const renewed = await server.post(path, { token, body: proof })
  expect(renewed.status).toBe(200)
  const browser = openBrowser(server)
  const answer = await browser.enterCode(await browser.begin(user), old[0] ?? '')
  expect(answer.code).toBe('wrong_code')
})

test('an authenticator app is added with a code of its own, once for a user, and is stored encrypted', async () => {
  await using server = await createTestServer()
  const enrolled = await makeEnrollable(server)
  const { token } = enrolled
  const path = '/api/account/factors/totp'
  const begun = await server.post(`${path}/begin`, { token, body: proof })
  const { registration, secret, uri } = begun.output(beginTotpEndpoint)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Aman:/)
  expect(uri).toContain(`secret=${secret}`)
  const name = 'Phone'
  const wrong = await server.post(path, { token, body: { registration, code: '000000', name } })
  expect([wrong.status, wrong.code]).toEqual([422, 'wrong_new_code'])
  const body = { registration, code: codeOf(server, secret), name }
  expect((await server.post(path, { token, body })).status).toBe(200)
  // The code that added it does not sign in as well.
  const browser = openBrowser(server)
  const again = await browser.enterCode(await browser.begin(enrolled.user), body.code)
  expect(again.code).toBe('wrong_code')
  const another = await server.post(`${path}/begin`, { token, body: proof })
  expect([another.status, another.code]).toEqual([409, 'totp_exists'])
  const stored = JSON.stringify(
    await server.database.selectFrom('second_factors').selectAll().execute(),
  )
  expect(stored).not.toContain(secret)
})

test('without a key there are no authenticator apps, and passkeys work', async () => {
  await using server = await createTestServer({ services: { sealer: null } })
  const enrolled = await makeEnrollable(server)
  const { token } = enrolled
  const capabilities = await server.get('/api/auth/capabilities')
  expect(capabilities.text).not.toContain('totp')
  expect(capabilities.text).toContain('passkeys')
  const begun = await server.post('/api/account/factors/totp/begin', { token, body: proof })
  expect([begun.status, begun.code]).toEqual([409, 'totp_unavailable'])
  await addPasskey(server, enrolled)
})
