import { expect, test } from 'vitest'
import { readMap } from '../../support/mail/flag-map.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { visitHousekeeping } from '../../support/visit-housekeeping.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import {
  makeFlag,
  makeGatewayKey,
  makeOrganization,
  makeScan,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { password, signIn } from '../../support/worlds/save-user.ts'

const path = '/api/admin/organizations/status'

async function setScene(server: TestServer) {
  const { admin, token } = await signInAdmin(server, { password })
  const id = await makeOrganization(server, {
    name: 'Cedar',
    contact_email: 'office@cedar.example',
  })
  const user = await makeUser(server, { organizationId: id, username: 'rania', password })
  return {
    admin,
    token,
    id,
    user,
    suspend: (organization = id) =>
      server.post(path, { token, body: { id: organization, is_suspended: true } }),
    resume: () => server.post(path, { token, body: { id, is_suspended: false } }),
  }
}

test('users of a suspended organization are signed out and cannot sign in until it ends', async () => {
  await using server = await createTestServer()
  const { token, id, user, suspend, resume } = await setScene(server)
  const session = await makeSession(server, user)
  const other = await makeSession(server, await makeUser(server))
  expect((await suspend()).body).toEqual({ success: true })
  expect((await server.get('/api/auth/me', { token: session })).status).toBe(401)
  expect((await server.get('/api/auth/me', { token: other })).status).toBe(200)
  expect(await signIn(server, 'rania', password)).toBe(401)
  // A sign-in that began before the suspension and ended after it.
  const late = await makeSession(server, user)
  expect((await server.get('/api/auth/me', { token: late })).status).toBe(401)
  const list = await server.get('/api/admin/organizations', { token })
  expect(list.body).toContainEqual(
    expect.objectContaining({ id, suspended_at: server.clock().toISOString() }),
  )
  expect((await resume()).status).toBe(200)
  expect((await server.get('/api/auth/me', { token: session })).status).toBe(401)
  expect(await signIn(server, 'rania', password)).toBe(200)
})

test('super admins of a suspended organization go on, so that the server is never left without one', async () => {
  await using server = await createTestServer()
  const { admin, token, suspend } = await setScene(server)
  expect((await suspend(admin.organizationId)).status).toBe(200)
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  expect(await signIn(server, admin.username, password)).toBe(200)
})

test('gateways of a suspended organization cannot report, and still read its flags', async () => {
  await using server = await createTestServer()
  const { id, user, suspend, resume } = await setScene(server)
  const key = await makeGatewayKey(server, id)
  await makeFlag(server, user, { flag_type: 'red', value: 'spam.example' })
  const report = () =>
    server.post('/api/scans', { token: key, body: makeScan({ recipient: user.email }) })
  expect((await report()).status).toBe(200)
  await suspend()
  expect(await report()).toMatchObject({
    status: 403,
    code: 'organization_suspended',
    detail: 'The organization is suspended. Its mail is not recorded.',
  })
  const mail = { action: 'no action', rcpt: [user.email] }
  expect((await server.post('/api/rspamd', { token: key, body: mail })).status).toBe(403)
  const billed = await server.database.selectFrom('monthly_scans').selectAll().execute()
  expect(billed).toMatchObject([{ safe: 1 }])
  const { lines } = await readMap(server, id, 'red')
  expect(lines).toContain(`${user.email}|spam.example`)
  await resume()
  expect((await report()).status).toBe(200)
})

test('the contact of a suspended organization gets no mail about its silent gateway', async () => {
  await using server = await createTestServer()
  const { id, user, suspend } = await setScene(server)
  const key = await makeGatewayKey(server, id)
  await server.post('/api/scans', { token: key, body: makeScan({ recipient: user.email }) })
  await suspend()
  for (let hour = 0; hour < 30; hour += 1) {
    server.clock.pass(60 * 60 * 1000)
    await visitHousekeeping(server.services)
  }
  expect(await server.database.selectFrom('mails').selectAll().execute()).toEqual([])
})

test('suspending twice is recorded once, and an unknown organization is an error', async () => {
  await using server = await createTestServer()
  const { id, suspend } = await setScene(server)
  await Promise.all([suspend(), suspend()])
  const acts = server.database.selectFrom('audit').select(['action', 'target_id'])
  expect(await acts.where('target_type', '=', 'organization').execute()).toEqual([
    { action: 'organization-suspend', target_id: id },
  ])
  expect(await suspend('unknown')).toMatchObject({ status: 404, code: 'unknown_organization' })
})
