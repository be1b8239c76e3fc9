import { expect } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { findOrganization } from '../../../server/organizations/organization.ts'
import { mailsTo } from '../../support/browser/links.ts'
import { readMap } from '../../support/mail/flag-map.ts'
import {
  createTestServer,
  type TestServer,
  visitHousekeeping,
} from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  type MadeUser,
  makeOrganization,
  makeSession,
  signInAdmin,
  signInUser,
} from '../../support/worlds/factories.ts'
import { makeFlag, makeGatewayKey, makeScan } from '../../support/worlds/mail-factories.ts'
import { makeForm, password, savePath, signIn } from '../../support/worlds/save-user.ts'

const path = '/api/admin/organizations/status'

async function setScene(server: TestServer) {
  const { admin, token } = await signInAdmin(server, { password })
  const id = await makeOrganization(server, {
    name: 'Cedar',
    contact_email: 'office@cedar.example',
  })
  const member = { organizationId: id, username: 'rania', password }
  const { user, token: session } = await signInUser(server, member)
  return {
    admin,
    token,
    ...{ id, user, session },
    suspend: (organization = id) =>
      server.post(path, { token, body: { id: organization, is_suspended: true } }),
    resume: () => server.post(path, { token, body: { id, is_suspended: false } }),
  }
}

test('users of a suspended organization are signed out and cannot sign in until it ends', async () => {
  await using server = await createTestServer()
  const { token, id, user, session, suspend, resume } = await setScene(server)
  const { token: other } = await signInUser(server)
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

const minutes = 60 * 1000

async function setSceneRight(server: TestServer) {
  const { token } = await signInAdmin(server)
  const { user: lead, token: leadsToken } = await signInUser(server, { role: 'team_lead' })
  const save = async ({ id, username, email, organizationId }: MadeUser, more: object) => {
    const fields = { id, username, email, organization_id: organizationId, password: '' }
    const body = await makeForm(server, { ...fields, role: 'team_lead', ...more })
    return server.post(savePath, { token, body })
  }
  return { token, lead, leadsToken, save }
}

function rightOf({ database }: TestServer, { id }: Pick<MadeUser, 'id'>) {
  return database
    .selectFrom('users')
    .select('managed_organization_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function statusOfOwn(server: TestServer, token: string): Promise<number> {
  return (await server.get('/api/organization', { token })).status
}

test('a super admin gives and takes the right, and open sessions have it at once', async () => {
  await using server = await createTestServer()
  const { token, lead, leadsToken, save } = await setSceneRight(server)
  expect(await statusOfOwn(server, leadsToken)).toBe(403)
  expect((await save(lead, { manages_organization: true })).status).toBe(200)
  expect(await statusOfOwn(server, leadsToken)).toBe(200)
  const me = await server.get('/api/auth/me', { token: leadsToken })
  expect(me.output(meEndpoint)).toMatchObject({ role: 'team_lead', manages_organization: true })
  const listed = await server.get('/api/admin/users?role=team_lead', { token })
  expect(listed.body).toMatchObject([{ id: lead.id, manages_organization: true }])
  // Other changes, and a form that does not know the right, leave it.
  await save(lead, { full_name: 'Layla Nasser' })
  expect(await statusOfOwn(server, leadsToken)).toBe(200)
  await save(lead, { manages_organization: false })
  expect(await statusOfOwn(server, leadsToken)).toBe(403)
  expect((await server.get('/api/auth/me', { token: leadsToken })).text).not.toContain('manages')
  const changes = await server.acts('user-change')
  expect(changes.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('manages_organization from false to true'),
    'full_name',
    expect.stringContaining('manages_organization from true to false'),
  ])
  const subjects = (await mailsTo(server, lead.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(Array(2).fill('The rights of your Aman account were changed'))
})

test('the right is given with a new team lead, and to no other role', async ({ server }) => {
  const { token, save, lead } = await setSceneRight(server)
  const right = { manages_organization: true }
  const made = await server.post(savePath, {
    token,
    body: await makeForm(server, { role: 'team_lead', ...right }),
  })
  expect(made.status).toBe(200)
  const listed = await server.get('/api/admin/users?q=rania', { token })
  expect(listed.body).toMatchObject([right])
  for (const role of ['employee', 'super_admin']) {
    const rejected = { code: 'invalid_input', fields: [{ code: 'only_team_leads' }] }
    expect(await save(lead, { role, ...right })).toMatchObject(rejected)
    const body = await makeForm(server, {
      username: 'omar',
      email: 'omar@firm.example',
      role,
      ...right,
    })
    expect(await server.post(savePath, { token, body })).toMatchObject(rejected)
  }
})

test('giving the right needs a recent confirmation, and taking it does not', async ({ server }) => {
  const { token, save, lead } = await setSceneRight(server)
  await save(lead, { manages_organization: true })
  server.clock.pass(11 * minutes)
  expect((await save(lead, { full_name: 'Layla Nasser' })).status).toBe(200)
  expect((await save(lead, { manages_organization: false })).status).toBe(200)
  const asked = { status: 403, code: 'confirmation_required' }
  expect(await save(lead, { manages_organization: true })).toMatchObject(asked)
  const body = await makeForm(server, { role: 'team_lead', manages_organization: true })
  expect(await server.post(savePath, { token, body })).toMatchObject(asked)
  expect(await rightOf(server, lead)).toEqual({ managed_organization_id: null })
})

test('a lead who becomes an employee has lost the right, also as a lead again', async () => {
  await using server = await createTestServer()
  const { lead, save } = await setSceneRight(server)
  await save(lead, { manages_organization: true })
  expect((await save(lead, { role: 'employee' })).status).toBe(200)
  await save(lead, { role: 'team_lead' })
  expect(await statusOfOwn(server, await makeSession(server, lead))).toBe(403)
})

test('a lead who moves to another organization has lost the right, also back in the first one', async () => {
  await using server = await createTestServer()
  const { lead, leadsToken, save } = await setSceneRight(server)
  await save(lead, { manages_organization: true })
  await save(lead, { organization_id: await makeOrganization(server) })
  expect(await statusOfOwn(server, leadsToken)).toBe(403)
  await save(lead, {})
  expect(await statusOfOwn(server, leadsToken)).toBe(403)
})

test('an import that makes a lead an employee takes the right, and gives it to no lead', async () => {
  await using server = await createTestServer()
  const { token, lead, save } = await setSceneRight(server)
  await save(lead, { manages_organization: true })
  const row = { username: lead.username, email: lead.email, full_name: 'Rania Haddad' }
  for (const role of ['employee', 'team_lead']) {
    const rows = [{ line: 2, ...row, role }]
    const body = { dry_run: false, organization_id: lead.organizationId, rows }
    const answer = await server.post('/api/admin/users/import', { token, body })
    expect(answer.body).toMatchObject({ rows: [{ outcome: 'changed' }] })
    expect(await rightOf(server, lead)).toEqual({ managed_organization_id: null })
  }
  const unknown = { line: 2, ...row, manages_organization: true }
  const body = { dry_run: false, organization_id: lead.organizationId, rows: [unknown] }
  expect((await server.post('/api/admin/users/import', { token, body })).body).toMatchObject({
    rows: [{ outcome: 'invalid' }],
  })
})

test('a right that was written for another role or organization is none', async ({ server }) => {
  const elsewhere = await makeOrganization(server)
  const own = await makeOrganization(server)
  for (const fields of [
    { role: 'employee', managed_organization_id: own },
    { role: 'super_admin', managed_organization_id: own },
    { role: 'team_lead', managed_organization_id: elsewhere },
  ] as const) {
    const { token } = await signInUser(server, { organizationId: own, ...fields })
    expect(await statusOfOwn(server, token)).toBe(403)
    expect((await server.get('/api/auth/me', { token })).text).not.toContain('manages')
  }
})

test('an organization is found by its name in any case or by its id', async ({ server }) => {
  const id = await makeOrganization(server, { name: 'Cedar Health' })
  await makeOrganization(server, { name: 'Olive Bank' })
  const found = { id, name: 'Cedar Health' }
  expect(await findOrganization(server.database, ' CEDAR health ')).toEqual(found)
  expect(await findOrganization(server.database, id)).toEqual(found)
  expect(await findOrganization(server.database, 'Cedar')).toBeUndefined()
})
