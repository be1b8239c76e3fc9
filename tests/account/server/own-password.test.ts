import { expect, test } from 'vitest'
import * as calls from '../../../contract/endpoints.ts'
import { prepareData } from '../../../server/first-data.ts'
import { readOwnPasswordRule } from '../../../server/sign-in/passwords/passwords.ts'
import { resetPassword } from '../../../server/users/reset-password.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { findUser, makeForm, password, savePath, signIn } from '../../support/worlds/save-user.ts'

const asking = { services: { asksForOwnPassword: true } }

async function createByAdmin(server: TestServer) {
  const { token } = await signInAdmin(server)
  await server.post(savePath, { token, body: await makeForm(server, { role: 'super_admin' }) })
  const user = await findUser(server, 'rania')
  return { user, token: await makeSession(server, user), admin: token }
}

test('a user with a password that an admin set can do nothing but set another one', async () => {
  await using server = await createTestServer(asking)
  const { token } = await createByAdmin(server)
  expect(await signIn(server, 'rania', password)).toBe(200)
  expect((await server.get('/api/auth/me', { token })).body).toMatchObject({
    must_change_password: true,
  })
  const closed = Object.values(calls).filter((endpoint) => {
    const opening = 'isOpenWhileRestricted' in endpoint ? endpoint.isOpenWhileRestricted : undefined
    const isOpen = opening === true || opening === 'own-password'
    // No super admin manages one organization alone.
    return (
      !/^(?:public|manage:own-organization|.*gateway|joined-browser)$/.test(endpoint.access) &&
      !isOpen
    )
  })
  expect(closed.length).toBeGreaterThan(20)
  for (const endpoint of closed) {
    const answer = await server.app.request(`/api${endpoint.path}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status, endpoint.path).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'must_change_password' })
  }
  const own = { current_password: password, password: 'quiet zebra juggles lanterns' }
  expect((await server.post('/api/account/password', { token, body: own })).status).toBe(200)
  expect((await server.get('/api/auth/me', { token })).text).not.toContain('must_change')
  expect((await server.get('/api/dashboard/employee', { token })).status).toBe(200)
})

test('an admin is not asked for a password that they set themselves, and existing users never', async () => {
  await using server = await createTestServer(asking)
  const { token, admin } = await signInAdmin(server)
  const form = await makeForm(server, {
    id: admin.id,
    username: admin.username,
    email: admin.email,
    role: 'super_admin',
  })
  expect((await server.post(savePath, { token, body: form })).status).toBe(200)
  expect((await server.get('/api/auth/me', { token })).text).not.toContain('must_change')
  const user = await makeUser(server, { password })
  const theirs = await makeSession(server, user)
  expect((await server.get('/api/dashboard/employee', { token: theirs })).status).toBe(200)
  await resetPassword(server.services, user.username)
  const after = await makeSession(server, user)
  expect((await server.get('/api/dashboard/employee', { token: after })).status).toBe(403)
})

test('the rule holds in databases that Aman creates, and where the operator sets it', async () => {
  await using server = await createTestServer()
  const { database } = server
  expect(await readOwnPasswordRule(database, null)).toBe(false)
  expect(await readOwnPasswordRule(database, true)).toBe(true)
  await prepareData(server.services, 'production', { password, passwordFile: '' })
  expect(await readOwnPasswordRule(database, null)).toBe(true)
  expect(await readOwnPasswordRule(database, false)).toBe(false)
  expect(await findUser(server, 'admin')).toMatchObject({ must_change_password: 0 })
})
