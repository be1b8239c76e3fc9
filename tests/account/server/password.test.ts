import { expect, test } from 'vitest'
import { signIn } from '../../support/browser/sign-in.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const current = 'correct horse battery'
const next = 'quiet harbour lantern maps'

async function signedIn(server: TestServer) {
  const user = await makeUser(server, { username: 'rania', password: current })
  return { user, token: await makeSession(server, user) }
}

function change(server: TestServer, token: string, given = current, password = next) {
  return server.post('/api/account/password', {
    token,
    body: { current_password: given, password },
  })
}

test('users change their own password, and all their other sessions end', async () => {
  await using server = await createTestServer()
  const { user, token } = await signedIn(server)
  const other = await makeSession(server, user)
  const colleague = await makeUser(server, { organizationId: user.organizationId })
  const theirs = await makeSession(server, colleague)
  expect(await change(server, token)).toMatchObject({ status: 200, body: { success: true } })
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  expect((await server.get('/api/auth/me', { token: other })).status).toBe(401)
  expect((await server.get('/api/auth/me', { token: theirs })).status).toBe(200)
  expect((await signIn(server, 'rania', current, '192.0.2.1')).status).toBe(401)
  expect((await signIn(server, 'rania', next, '192.0.2.1')).status).toBe(200)
  const { body } = await server.get('/api/admin/audit?action=password-change', {
    token: await makeSession(server, await makeUser(server, { role: 'super_admin' })),
  })
  expect(body).toMatchObject([{ actor_id: user.id, target_id: user.id, detail: '' }])
})

test.each([
  ['a wrong current password', 'wrong', next, 'wrong_password', 'current_password'],
  ['the same password again', current, current, 'same_as_current', 'password'],
  [
    'a password that is easy to guess',
    current,
    'passwordpassword',
    'too_easy_to_guess',
    'password',
  ],
])('%s changes nothing and is marked at its field', async (...given) => {
  const [, old, password, code, field] = given
  await using server = await createTestServer()
  const { user, token } = await signedIn(server)
  const other = await makeSession(server, user)
  const { status, body } = await change(server, token, old, password)
  expect({ status, body }).toMatchObject({ status: 422, body: { fields: [{ field, code }] } })
  expect((await server.get('/api/auth/me', { token: other })).status).toBe(200)
  expect((await signIn(server, 'rania', current, '192.0.2.1')).status).toBe(200)
})

test('wrong current passwords are limited for the session, whatever strangers do', async () => {
  await using server = await createTestServer({ limits: { signInFailuresPerUsername: 3 } })
  const { user, token } = await signedIn(server)
  const other = await makeSession(server, user)
  for (let at = 0; at < 4; at += 1) await signIn(server, 'rania', 'wrong', '203.0.113.9')
  expect((await signIn(server, 'rania', current, '203.0.113.9')).status).toBe(429)
  for (let at = 0; at < 3; at += 1) {
    expect((await change(server, token, 'wrong')).status).toBe(422)
  }
  expect(await change(server, token)).toMatchObject({
    status: 429,
    body: { code: 'too_many_sign_ins' },
  })
  expect((await change(server, other)).status).toBe(200)
})
