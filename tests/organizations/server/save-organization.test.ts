import { expect } from 'vitest'
import { lastSecretTo, mailsTo, takeLink, withLinks } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  findUser,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan } from '../../support/worlds/mail-factories.ts'
import { signInOrganizationAdmin } from '../../support/worlds/organization-admin.ts'

const path = '/api/admin/organizations/detailed'
const form = {
  name: ' Cedar Health ',
  industry: 'health_tech',
  contact_email: 'Office@Cedar.example',
  phone: '+962 6 555 0100',
  address: '',
  website: '',
  employee_count: 12,
}

function findOrganization({ database }: TestServer) {
  return database
    .selectFrom('organizations')
    .selectAll()
    .where('name', '=', 'Cedar Health')
    .executeTakeFirst()
}

test('a super admin creates an organization', { tags: ['R364'] }, async ({ server }) => {
  const { token } = await signInAdmin(server)
  const answer = await server.post(path, { token, body: form })
  expect(answer.body).toEqual({ success: true, id: expect.any(String) })
  expect(await findOrganization(server)).toMatchObject({
    ...form,
    name: 'Cedar Health',
    contact_email: 'office@cedar.example',
  })
})

test('a name that is taken is rejected in any case, and only one of many simultaneous requests succeeds', {
  tags: ['R364'],
}, async ({ server, adminToken: token }) => {
  const answers = await Promise.all(
    ['Cedar Health', 'CEDAR health', ' cedar health'].map((name) =>
      server.post(path, { token, body: { ...form, name } }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const last = await server.post(path, { token, body: form })
  expect(last.detail).toBe('There is an organization named Cedar Health already')
})

test.each([
  ['many', 0],
  [2.9, 2],
])('an employee count of %j is stored as %d', { tags: ['R278'] }, async (employee_count, kept) => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const answer = await server.post(path, { token, body: { ...form, employee_count } })
  expect(answer.status).toBe(200)
  expect((await findOrganization(server))?.employee_count).toBe(kept)
})

test.each([
  [{ name: '  ' }, 'name: must not be empty'],
  [{ employee_count: 10_000_001 }, 'employee_count: must be at most 10000000'],
])('an organization with %j is rejected', { tags: ['R376'] }, async (overrides, detail) => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const answer = await server.post(path, { token, body: { ...form, ...overrides } })
  expect(answer).toMatchObject({ status: 422, detail })
  expect(await findOrganization(server)).toBeUndefined()
})

test('an unknown industry is rejected', { tags: ['R277'] }, async ({ server }) => {
  const { token } = await signInAdmin(server)
  const answer = await server.post(path, { token, body: { ...form, industry: 'space' } })
  expect(answer.detail).toBe('industry: must be one of finance, health_tech, insurance, other')
})

const formChange = {
  name: 'Cedar Health',
  industry: 'health_tech',
  contact_email: 'office@cedar.example',
  phone: '+962 6 555 0100',
  address: '12 Rainbow Street, Amman',
  website: 'https://cedar.example',
  employee_count: 12,
}

function findOrganizationChange({ database }: TestServer, id: string) {
  return database.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
}

test('a super admin changes an organization, and searches find its new name', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const id = await makeOrganization(server, { name: 'Before' })
  const answer = await server.post(path, { token, body: { ...formChange, id } })
  expect(answer.body).toEqual({ success: true, id })
  expect(await findOrganizationChange(server, id)).toMatchObject({
    ...formChange,
    name_key: 'cedar health',
  })
  const found = await server.get('/api/admin/organizations?q=cedar', { token })
  expect(found.body).toMatchObject([{ id, name: 'Cedar Health' }])
  expect((await server.get('/api/admin/organizations?q=before', { token })).body).toEqual([])
  expect(await server.acts()).toMatchObject([{ action: 'organization-change', target_id: id }])
})

test('an organization keeps its own name, takes no other one, and an unknown one is an error', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const id = await makeOrganization(server, { name: 'Cedar Health' })
  await makeOrganization(server, { name: 'Olive' })
  const send = (body: object) => server.post(path, { token, body: { ...formChange, ...body } })
  expect((await send({ id, name: 'CEDAR Health' })).status).toBe(200)
  expect(await send({ id, name: 'OLIVE' })).toMatchObject({
    status: 409,
    code: 'organization_name_taken',
    fields: [{ field: 'name' }],
  })
  expect(await send({ id: 'unknown' })).toMatchObject({ status: 404, code: 'unknown_organization' })
  expect((await findOrganizationChange(server, id))?.name).toBe('CEDAR Health')
})

test('an empty organization is removed with its gateway keys', async ({ server }) => {
  const { token } = await signInAdmin(server)
  const id = await makeOrganization(server)
  const key = await makeGatewayKey(server, id)
  const unknown = makeScan({ recipient: 'unknown@cedar.example' })
  expect((await server.post('/api/scans', { token: key, body: unknown })).status).toBe(404)
  const answer = await server.delete(`/api/admin/organizations/${id}`, { token })
  expect(answer.body).toEqual({ success: true })
  expect(await findOrganizationChange(server, id)).toBeUndefined()
  expect((await server.post('/api/scans', { token: key, body: unknown })).status).toBe(401)
  const again = await server.delete(`/api/admin/organizations/${id}`, { token })
  expect(again).toMatchObject({ status: 404, code: 'unknown_organization' })
  const acts = server.database.selectFrom('audit').select(['action', 'target_id'])
  expect(await acts.where('target_id', '=', id).execute()).toEqual([
    { action: 'organization-remove', target_id: id },
  ])
})

test('an organization with users or bills stays', async ({ server, adminToken: token }) => {
  const user = await makeUser(server)
  const id = user.organizationId
  const remove = () => server.delete(`/api/admin/organizations/${id}`, { token })
  expect(await remove()).toMatchObject({
    status: 409,
    code: 'organization_not_empty',
    params: { users: 1, is_billed: false },
    detail:
      'This organization has users (1). Only an empty one can be removed; suspend it instead.',
  })
  const key = await makeGatewayKey(server, id)
  await server.post('/api/scans', { token: key, body: makeScan({ recipient: user.email }) })
  await server.delete(`/api/admin/users/${user.id}`, { token })
  expect(await remove()).toMatchObject({ status: 409, params: { users: 0, is_billed: true } })
  expect(await findOrganizationChange(server, id)).toBeDefined()
})

test('suspending and removing an organization need a recent proof of who the admin is', async () => {
  await using server = await createTestServer()
  const id = await makeOrganization(server)
  const { admin, token: old } = await signInAdmin(server)
  server.clock.pass(10 * 60_000)
  const suspend = (token: string) =>
    server.post('/api/admin/organizations/status', { token, body: { id, is_suspended: true } })
  const remove = (token: string) => server.delete(`/api/admin/organizations/${id}`, { token })
  for (const refused of [await suspend(old), await remove(old)]) {
    expect([refused.status, refused.code]).toEqual([403, 'confirmation_required'])
  }
  const found = server.database.selectFrom('organizations').select('suspended_at')
  expect(await found.where('id', '=', id).execute()).toEqual([{ suspended_at: null }])
  const token = await makeSession(server, admin)
  expect((await suspend(token)).status).toBe(200)
  expect((await remove(token)).status).toBe(200)
})

const typed = { email: 'rnia@cedar.example', full_name: 'Haddad Rania' }
const right = { email: 'rania@cedar.example', full_name: 'Rania Haddad', department: 'Accounts' }

async function inviteOne(server: TestServer) {
  const admin = await signInOrganizationAdmin(server)
  const [row] = await admin.invite(typed)
  return { ...admin, id: String(row?.id) }
}

test('a mistaken address is corrected: the first link ends, and the invitation goes to the right one', async () => {
  await using server = await createTestServer(withLinks)
  const { id, lead, correct } = await inviteOne(server)
  const first = await lastSecretTo(server, typed.email)
  const answer = await correct(id, right)
  expect(answer).toMatchObject({ status: 200, body: { success: true, is_invited: true } })
  expect(await findUser(server, { username: right.email })).toMatchObject({
    ...right,
    id,
    username: right.email,
  })
  // The address may be a stranger's.
  expect(await mailsTo(server, typed.email)).toHaveLength(1)
  expect(await takeLink(server, first)).toBe('404 link_not_valid')
  expect(await takeLink(server, await lastSecretTo(server, right.email))).toBe('200')
  const acts = server.database.selectFrom('audit').select(['actor_id', 'detail'])
  const changes = acts.where('target_id', '=', id).where('action', '=', 'user-change')
  expect(await changes.orderBy('id').execute()).toMatchObject([
    { actor_id: lead.id, detail: 'username, email, full_name, department' },
  ])
})

test('another name or department sends no invitation, and a username of its own stays', async () => {
  await using server = await createTestServer(withLinks)
  const { organizationId, correct } = await signInOrganizationAdmin(server)
  const user = { organizationId, username: 'rania', email: typed.email }
  const { id } = await makeUser(server, user)
  const named = await correct(id, { ...right, email: typed.email })
  expect(named).toMatchObject({ status: 200, body: { is_invited: false } })
  // Without an open invitation none is sent, wherever the mail goes.
  const moved = await correct(id, right)
  expect(moved).toMatchObject({ status: 200, body: { is_invited: false } })
  expect(await findUser(server, { username: 'rania' })).toMatchObject({ id, ...right })
  expect(await server.database.selectFrom('mails').select('id').execute()).toEqual([])
})

test('a user who has a password or has signed in is not changed', async () => {
  await using server = await createTestServer(withLinks)
  const { organizationId, correct, id } = await inviteOne(server)
  const inUse = { status: 409, code: 'account_in_use' }
  await takeLink(server, await lastSecretTo(server, typed.email))
  expect(await correct(id, right)).toMatchObject(inUse)
  const last_login_at = server.clock().toISOString()
  const single = await makeUser(server, { organizationId, email: 's@cedar.example', last_login_at })
  expect(await correct(single.id, right)).toMatchObject(inUse)
  expect(
    await server.database
      .selectFrom('users')
      .select('id')
      .where('email', '=', right.email)
      .execute(),
  ).toEqual([])
})

test('an address of someone else, of another domain or without a recent confirmation is refused', async () => {
  await using server = await createTestServer(withLinks)
  const { id, correct } = await inviteOne(server)
  await makeUser(server, { email: 'taken@cedar.example' })
  const refused = async (change: object) => {
    const { status, code } = await correct(id, { ...right, ...change })
    return `${status} ${code}`
  }
  await makeUser(server, { username: 'boss@cedar.example' })
  expect(await refused({ email: 'taken@cedar.example' })).toBe('409 not_invitable')
  expect(await refused({ email: 'boss@cedar.example' })).toBe('409 not_invitable')
  expect(await refused({ email: 'rania@elsewhere.example' })).toBe('422 domain_not_approved')
  expect(await refused({ full_name: '' })).toBe('422 invalid_input')
  expect(await refused({ role: 'super_admin' })).toBe('422 invalid_input')
  server.clock.pass(11 * 60_000)
  expect(await refused({})).toBe('403 confirmation_required')
  expect((await correct(id, { ...right, email: typed.email })).status).toBe(200)
  expect(await findUser(server, { username: typed.email })).toMatchObject({
    id,
    full_name: right.full_name,
  })
})

const rania = { email: 'rania@cedar.example', full_name: 'Rania Haddad', department: 'Accounts' }
const omar = { email: 'omar@cedar.example', full_name: 'عمر حداد' }

test('a dry run says what an invitation would do, and writes and sends nothing', async () => {
  await using server = await createTestServer(withLinks)
  const { organizationId, dryRun, invite } = await signInOrganizationAdmin(server)
  await makeUser(server, { email: 'taken@cedar.example' })
  const rows = [
    rania,
    { ...omar, email: 'omar@elsewhere.example' },
    { ...omar, full_name: '' },
    { ...omar, email: 'taken@cedar.example' },
    { ...rania, full_name: 'Rania again' },
  ]
  const judged = await dryRun(...rows)
  expect(judged.map(({ outcome, problem }) => problem?.code ?? outcome)).toEqual([
    ...['invited', 'domain_not_approved', 'invalid_input', 'not_invitable', 'exists'],
  ])
  expect(judged.every(({ id }) => id === undefined)).toBe(true)
  expect(await server.database.selectFrom('mails').select('id').execute()).toEqual([])
  expect(
    await server.database
      .selectFrom('users')
      .select('id')
      .where('email', '=', rania.email)
      .execute(),
  ).toEqual([])
  const invited = await invite(...rows)
  const plain = ({ line, outcome, problem }: (typeof invited)[number]) => {
    return { line, outcome, problem }
  }
  expect(invited.map(plain)).toEqual(judged.map(plain))
  expect(await findUser(server, { username: rania.email })).toMatchObject({
    ...rania,
    organization_id: organizationId,
  })
})

test('a dry run stops at the invitations that are left for the day', async () => {
  await using server = await createTestServer({ ...withLinks, limits: { invitationsPerDay: 2 } })
  const { dryRun } = await signInOrganizationAdmin(server)
  const rows = ['a', 'b', 'a', 'c'].map((name) => ({ ...omar, email: `${name}@cedar.example` }))
  const judged = await dryRun(...rows)
  expect(judged.map(({ outcome, problem }) => problem?.code ?? outcome)).toEqual([
    ...['invited', 'invited', 'exists', 'too_many_invitations'],
  ])
})

test('only users who exist and have not come yet can get another invitation', async () => {
  await using server = await createTestServer(withLinks)
  const { organizationId, dryRun, invite, setStatus } = await signInOrganizationAdmin(server)
  const [waiting, left] = await invite(rania, omar)
  await setStatus([String(left?.id)], false)
  const come = { ...omar, email: 'come@cedar.example' }
  await makeUser(server, { organizationId, email: come.email, password: 'quiet zebra juggles' })
  const rows = await dryRun(rania, omar, come)
  expect(rows.map(({ id, may_be_invited }) => [id, may_be_invited])).toEqual([
    [waiting?.id, true],
    [left?.id, undefined],
    [expect.any(String), undefined],
  ])
  expect(await mailsTo(server, rania.email)).toHaveLength(1)
})
