import { expect, test } from 'vitest'
import { passkeyToConfirmEndpoint } from '../../../contract/account/confirm-passkey.ts'
import { createPasskey } from '../../support/browser/passkey.ts'
import { owning } from '../../support/owning.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession } from '../../support/worlds/factories.ts'
import { addPasskey, makeEnrollable, openBrowser } from '../../support/worlds/factors.ts'

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

async function isConfirmed(server: TestServer, token: string): Promise<boolean> {
  const answer = await server.delete('/api/account/sessions', { token })
  return answer.code !== 'confirmation_required'
}

const refused = '422 passkey_not_confirmed'

test('a passkey of the user confirms the session in place of the password', async () => {
  await using scene = await startWithPasskey()
  const { server, token, passkey } = scene
  expect(await isConfirmed(server, token)).toBe(false)
  const { challenge, options } = await ask(server, token)
  expect(options).toMatchObject({
    userVerification: 'required',
    allowCredentials: [{ id: passkey.id }],
  })
  const signed = passkey.sign(options)
  expect(await show(server, token, challenge, signed)).toBe('confirmed')
  expect(await isConfirmed(server, token)).toBe(true)
  // It works once.
  expect(await show(server, token, challenge, signed)).toBe(refused)
  server.clock.pass(tenMinutesMs)
  expect(await isConfirmed(server, token)).toBe(false)
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
  expect(await isConfirmed(server, token)).toBe(false)
  const acts = server.database.selectFrom('audit').select('target_id')
  const failures = await acts.where('action', '=', 'failed-confirmation').execute()
  expect(failures).toHaveLength(7)
})

test('what was asked in another session or at a sign-in confirms nothing, and begins no session', async () => {
  await using scene = await startWithPasskey()
  const { server, user, token, passkey } = scene
  const elsewhere = await makeSession(server, user)
  server.clock.pass(tenMinutesMs)
  const there = await ask(server, elsewhere)
  expect(await show(server, token, there.challenge, passkey.sign(there.options))).toBe(refused)
  const browser = openBrowser(server)
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
  expect(await isConfirmed(server, token)).toBe(false)
})
