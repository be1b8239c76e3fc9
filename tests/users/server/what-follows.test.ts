import { expect, test } from 'vitest'
import { hashSecret } from '../../../server/core/sealer.ts'
import { lastSecretTo, newPassword, readLink, withLinks } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import {
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { findUser, savePath } from '../../support/worlds/save-user.ts'

/** Saves the form of a user with some fields changed. */
async function save(
  server: TestServer,
  token: string,
  { id, username, email, organizationId }: MadeUser,
  change: object,
) {
  const body = {
    ...{ id, username, email, full_name: 'Test Person', role: 'employee' },
    ...{ organization_id: organizationId, department: '', phone: '', ...change },
  }
  const answer = await server.post(savePath, { token, body })
  expect(answer.status, answer.text).toBe(200)
}

async function invited(server: TestServer) {
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { username: 'rania' })
  const path = `/api/admin/users/${user.id}/invitation`
  expect((await server.post(path, { token })).status).toBe(200)
  return { token, user, path, secret: await lastSecretTo(server, user.email) }
}

test('the link of a user who was inactive does not work again when the user is active', async () => {
  await using server = await createTestServer(withLinks)
  const { token, user, path, secret } = await invited(server)
  const set = (is_active: boolean) =>
    server.post('/api/admin/users/status', { token, body: { ids: [user.id], is_active } })
  expect(await readLink(server, secret)).toBe('200')
  await set(false)
  await set(true)
  expect(await readLink(server, secret)).toBe('404 link_not_valid')
  expect((await server.post(path, { token })).status).toBe(200)
  expect(await readLink(server, await lastSecretTo(server, user.email))).toBe('200')
})

test.each([
  ['another email', { email: 'other@firm.example' }],
  ['been made inactive', { is_active: false }],
])('the invitation of a user who has %s is shown as ended', async (_, change) => {
  await using server = await createTestServer(withLinks)
  const { token, user } = await invited(server)
  server.clock.pass(1000)
  await save(server, token, user, change)
  const { invitation_expires_at } = await findUser(server, 'rania')
  expect(invitation_expires_at).toBe(server.clock().toISOString())
  expect(await server.database.selectFrom('account_links').select('user_id').execute()).toEqual([])
})

async function openSessionsOf({ database }: TestServer, { id }: MadeUser) {
  const sessions = database.selectFrom('sessions').select('is_single_sign_on')
  const rows = await sessions.where('user_id', '=', id).orderBy('is_single_sign_on').execute()
  return rows.map((row) => (row.is_single_sign_on === 1 ? 'single sign-on' : 'password'))
}

test.each([
  ['without single sign-on', undefined, ['password']],
  ['that allows both', 'optional', ['password']],
  ['with single sign-on only', 'only', []],
] as const)(
  'a move to an organization %s ends the sessions that could not begin there',
  async (_, mode, left) => {
    await using server = await createTestServer()
    const { token } = await signInAdmin(server)
    const user = await makeUser(server)
    const organization_id = await makeOrganization(server)
    if (mode !== undefined) {
      const provider = { issuer: 'https://id.example', client_id: 'aman', sealed_secret: '' }
      const rest = { break_glass_user_id: null, changed_at: server.clock().toISOString() }
      const values = { organization_id, mode, ...provider, ...rest }
      await server.database.insertInto('identity_providers').values(values).execute()
    }
    await makeSession(server, user)
    await makeSession(server, user, { isSingleSignOn: true })
    await save(server, token, user, { full_name: 'Rania Khoury' })
    expect(await openSessionsOf(server, user)).toEqual(['password', 'single sign-on'])
    await save(server, token, user, { organization_id })
    expect(await openSessionsOf(server, user)).toEqual(left)
  },
)

test('an admin who changes the own password in the form of a user stays known in this browser alone', async () => {
  await using server = await createTestServer()
  const admin = await makeUser(server, { role: 'super_admin' })
  const user = await makeUser(server)
  const at = server.clock().toISOString()
  const known = (name: string, { id }: MadeUser) => ({
    ...{ token_hash: hashSecret(name), user_id: id, created_at: at, last_used_at: at },
  })
  await server.database
    .insertInto('known_devices')
    .values([known('here', admin), known('there', admin), known('here', user)])
    .execute()
  const token = await makeSession(server, admin, { deviceHash: hashSecret('here') })
  const devices = server.database.selectFrom('known_devices').select(['token_hash', 'user_id'])
  // The browser of the admin does not stay known for another user.
  await save(server, token, user, { password: newPassword })
  expect(await devices.where('user_id', '=', user.id).execute()).toEqual([])
  await save(server, token, admin, { role: 'super_admin', password: newPassword })
  expect(await devices.execute()).toEqual([{ token_hash: hashSecret('here'), user_id: admin.id }])
})
