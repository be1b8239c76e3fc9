import { expect } from 'vitest'
import { showOwnOrganizationEndpoint } from '../../../contract/organizations/show-own-organization.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { insertFactor } from '../../../server/sign-in/factors/factors.ts'
import { lastSecretTo, mailsTo, takeLink, withLinks } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeUser,
  findUser,
  makeAlias,
  makeDomain,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { signInOrganizationAdmin } from '../../support/worlds/organization-admin.ts'

/** Users that an organization admin cannot change, and ids that no user has. */
async function makeOthers(server: TestServer, organizationId: string, ownId: string) {
  const elsewhere = await makeOrganization(server)
  const role = 'team_lead'
  const right = { role, managed_organization_id: organizationId } as const
  const removed = await makeUser(server, { organizationId })
  await changeUser(server, removed.id, { removed_at: server.clock().toISOString() })
  return {
    'of another organization': (await makeUser(server, { organizationId: elsewhere })).id,
    'a lead of another organization': (await makeUser(server, { organizationId: elsewhere, role }))
      .id,
    'a super admin': (await makeUser(server, { organizationId, role: 'super_admin' })).id,
    'another organization admin': (await makeUser(server, { organizationId, ...right })).id,
    themselves: ownId,
    removed: removed.id,
    unknown: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
  }
}

test('an organization admin sees the users of the own organization, in pages and by search', async () => {
  await using server = await createTestServer()
  const { organizationId, lead, listed, token } = await signInOrganizationAdmin(server)
  const rania = await makeUser(server, { organizationId, full_name: 'Rania Haddad' })
  const omar = await makeUser(server, { organizationId, full_name: 'Omar Saleh', is_active: 0 })
  await makeUser(server, { organizationId, role: 'super_admin', full_name: 'Rania Root' })
  await makeUser(server, { full_name: 'Rania Strange' })
  expect(await listed()).toMatchObject([
    { id: lead.id, role: 'team_lead', manages_organization: true },
    { id: rania.id, full_name: 'Rania Haddad', role: 'employee', is_active: true },
    { id: omar.id, is_active: false },
  ])
  expect((await listed('?q=rania')).map(({ id }) => id)).toEqual([rania.id])
  expect((await listed('?status=inactive')).map(({ id }) => id)).toEqual([omar.id])
  const page = await server.get('/api/organization/users?limit=2&sort=name', { token })
  expect(page.body).toMatchObject([{ id: lead.id }, { id: omar.id }])
  expect(page.headers.get('link')).toContain('rel="next"')
  // The organization is that of the session, whatever is asked for.
  const elsewhere = await makeOrganization(server)
  const asked = await server.get(`/api/organization/users?organization_id=${elsewhere}`, { token })
  expect(asked).toMatchObject({ status: 422, fields: [{ code: 'unknown' }] })
})

test('the list says nothing about risk, telephone or aliases', async ({ server }) => {
  const { listed } = await signInOrganizationAdmin(server)
  const fields = Object.keys((await listed())[0] ?? {})
  expect(fields.toSorted()).toEqual(
    [
      ...['id', 'username', 'email', 'full_name', 'role', 'department', 'is_active'],
      ...['may_be_invited', 'manages_organization'],
    ].toSorted(),
  )
})

test('the own organization is shown with its approved domains', async ({ server }) => {
  const { organizationId, token } = await signInOrganizationAdmin(server)
  await makeDomain(server, organizationId, 'oak.example')
  await makeDomain(server, await makeOrganization(server), 'strange.example')
  const answer = await server.get('/api/organization', { token })
  expect(answer.output(showOwnOrganizationEndpoint)).toEqual({
    name: 'Cedar Clinic',
    domains: ['cedar.example', 'oak.example'],
    proposed_domains: [],
    invitations_left: 200,
  })
})

test('employees and leads without the right are deactivated at once and activated again', async () => {
  await using server = await createTestServer()
  const { organizationId, lead, setStatus } = await signInOrganizationAdmin(server)
  const users = [
    await makeUser(server, { organizationId }),
    await makeUser(server, { organizationId, role: 'team_lead' }),
  ]
  const ids = users.map(({ id }) => id)
  const session = await makeSession(server, { id: ids[1] ?? '' })
  expect((await setStatus(ids, false)).body).toEqual({ success: true, changed: 2 })
  expect((await server.get('/api/auth/me', { token: session })).status).toBe(401)
  expect((await setStatus(ids, true)).body).toEqual({ success: true, changed: 2 })
  const acts = server.database.selectFrom('audit').select(['actor_id', 'actor_role', 'detail'])
  expect(
    await acts
      .where('target_id', '=', ids[0] ?? '')
      .orderBy('id')
      .execute(),
  ).toEqual(
    ['is_active from true to false', 'is_active from false to true'].map((detail) => ({
      actor_id: lead.id,
      actor_role: 'team_lead',
      detail,
    })),
  )
})

test('everyone else is answered like an id that no user has, and nothing is changed', async () => {
  await using server = await createTestServer(withLinks)
  const { organizationId, lead, token, setStatus, sendInvitation, withdrawInvitation } =
    await signInOrganizationAdmin(server)
  const others = await makeOthers(server, organizationId, lead.id)
  const own = await makeUser(server, { organizationId })
  const users = server.database.selectFrom('users').selectAll().orderBy('id')
  const before = await users.execute()
  for (const [who, id] of Object.entries(others)) {
    const answers = [
      await setStatus([id], false),
      await setStatus([id], true),
      await setStatus([own.id, id], false),
      await sendInvitation(id),
      await withdrawInvitation(id),
    ]
    for (const { status, body } of answers) {
      expect(status, who).toBe(404)
      expect(body).toEqual({
        success: false,
        ...{ detail: 'There is no such user', error: 'There is no such user' },
        ...{ message: 'There is no such user', code: 'unknown_user', params: {} },
      })
    }
  }
  expect(await users.execute()).toEqual(before)
  expect(await server.database.selectFrom('mails').select('id').execute()).toEqual([])
  expect((await server.get('/api/organization', { token })).status).toBe(200)
})

test('second factors are reset after a recent confirmation, and of own users only', async () => {
  await using server = await createTestServer()
  const { organizationId, lead, token, listed } = await signInOrganizationAdmin(server)
  const rania = await makeUser(server, { organizationId, full_name: 'Rania Haddad' })
  const others = await makeOthers(server, organizationId, lead.id)
  for (const id of [rania.id, ...Object.values(others).slice(0, -1)]) {
    await insertFactor(server, { user_id: id, kind: 'passkey', name: 'Laptop' })
  }
  const reset = (id: string) =>
    server.post(`/api/organization/users/${id}/factors/reset`, { token, body: {} })
  expect(await listed('?q=rania')).toMatchObject([{ second_factors: 1 }])
  server.clock.pass(11 * 60 * 1000)
  expect(await reset(rania.id)).toMatchObject({ status: 403, code: 'confirmation_required' })
  await server.database
    .updateTable('sessions')
    .set({ confirmed_at: server.clock().toISOString() })
    .execute()
  for (const [who, id] of Object.entries(others)) {
    expect(await reset(id), who).toMatchObject({ status: 404, code: 'unknown_user' })
  }
  const factors = server.database.selectFrom('second_factors').select('user_id')
  expect(await factors.execute()).toHaveLength(Object.keys(others).length)
  expect((await reset(rania.id)).status).toBe(200)
  expect(await reset(rania.id)).toMatchObject({ status: 409, code: 'has_no_factors' })
  expect(await factors.where('user_id', '=', rania.id).execute()).toEqual([])
  expect(await server.acts('factors-reset')).toMatchObject([
    { actor_id: lead.id, target_id: rania.id },
  ])
})

test('an organization admin proposes domains, which admit no user before a super admin approves them', async () => {
  await using server = await createTestServer(withLinks)
  const { token, invite, lead, organizationId } = await signInOrganizationAdmin(server)
  await makeDomain(server, await makeOrganization(server), 'strange.example')
  const propose = (domain: string) =>
    server.post('/api/organization/domains', { token, body: { domain } })
  // Whether another organization has the domain is not said.
  expect((await propose('strange.example')).body).toEqual({ success: true })
  expect((await propose('oak.example')).body).toEqual({ success: true })
  expect(await propose('gmail.com')).toMatchObject({ code: 'public_email_domain' })
  expect((await server.get('/api/organization', { token })).body).toMatchObject({
    domains: ['cedar.example'],
    proposed_domains: ['oak.example', 'strange.example'],
  })
  const rows = await invite({ email: 'x@oak.example', full_name: 'X' })
  expect(rows).toMatchObject([{ problem: { code: 'domain_not_approved' } }])
  for (let waiting = 2; waiting < 10; waiting += 1) await propose(`oak${waiting}.example`)
  expect(await propose('oak10.example')).toMatchObject({ code: 'too_many_proposals' })
  expect((await propose('oak.example')).status).toBe(200)
  const others = Array.from({ length: 8 }, (_, index) => `oak${index + 2}.example`)
  expect(await server.acts('domain-propose')).toMatchObject(
    ['strange.example', 'oak.example', ...others].map((detail) => ({
      ...{ actor_id: lead.id, target_id: organizationId, detail },
    })),
  )
})

const hours = 60 * 60 * 1000
const rania = { email: 'rania@cedar.example', full_name: 'Rania Haddad' }
const omar = { email: 'omar@cedar.example', full_name: 'عمر حداد' }

test('employees are invited, set their password with the link and are listed', async () => {
  await using server = await createTestServer(withLinks)
  const { organizationId, lead, invite, listed } = await signInOrganizationAdmin(server)
  const rows = await invite({ ...rania, email: 'Rania@Cedar.example' }, omar)
  expect(rows).toMatchObject([
    { line: 1, outcome: 'invited' },
    { line: 2, outcome: 'invited' },
  ])
  expect(await findUser(server, { username: rania.email })).toMatchObject({
    ...rania,
    role: 'employee',
    organization_id: organizationId,
    managed_organization_id: null,
    is_active: 1,
    password_hash: null,
  })
  expect(await listed('?q=rania')).toMatchObject([
    { invitation_expires_at: expect.any(String), may_be_invited: true },
  ])
  expect(await takeLink(server, await lastSecretTo(server, rania.email))).toBe('200')
  expect(await server.acts('user-create')).toMatchObject(
    rows.map(({ id }) => ({ actor_id: lead.id, target_id: id, detail: 'employee, invited' })),
  )
  // The same lines again change nothing and send nothing.
  expect(await invite(rania, omar)).toMatchObject([
    { outcome: 'exists', id: rows[0]?.id },
    { outcome: 'exists', id: rows[1]?.id },
  ])
  expect(await mailsTo(server, omar.email)).toHaveLength(1)
})

test('only addresses in the approved domains of the own organization are invited', async () => {
  await using server = await createTestServer(withLinks)
  const { invite } = await signInOrganizationAdmin(server)
  await makeDomain(server, await makeOrganization(server), 'strange.example')
  const emails = [
    ...['x@strange.example', 'x@unknown.example', 'x@sub.cedar.example', 'x@cedar.example.com'],
    ...['x@cedar.example@evil.example', '"x@cedar.example"@evil.example'],
  ]
  const rows = await invite(...emails.map((email) => ({ ...rania, email })))
  expect(rows.map(({ problem }) => problem?.code)).toEqual([
    ...Array(4).fill('domain_not_approved'),
    ...Array(2).fill('invalid_input'),
  ])
  // The answer does not say that another organization has the domain.
  const [strange, unknown] = rows.map(({ problem }) =>
    JSON.stringify(problem).replaceAll(/strange|unknown/g, ''),
  )
  expect(strange).toBe(unknown)
  expect(await server.database.selectFrom('mails').select('id').execute()).toEqual([])
})

test('a conflict with a user of another organization, a super admin or an alias says only that the address cannot be invited', async () => {
  await using server = await createTestServer(withLinks)
  const { organizationId, invite } = await signInOrganizationAdmin(server)
  const stranger = await makeUser(server, { email: 'stranger@cedar.example' })
  await makeAlias(server, stranger, 'alias@cedar.example')
  await makeUser(server, { username: 'name@cedar.example' })
  const root = { organizationId, role: 'super_admin', email: 'root@cedar.example' } as const
  await makeUser(server, root)
  const elsewhere = await makeUser(server, { organizationId, email: 'other@oak.example' })
  await makeAlias(server, elsewhere, 'shared@cedar.example')
  const names = ['stranger', 'alias', 'name', 'root', 'shared']
  const rows = await invite(...names.map((name) => ({ ...rania, email: `${name}@cedar.example` })))
  for (const { outcome, id, problem } of rows) {
    expect({ outcome, id, problem }).toEqual({
      outcome: 'rejected',
      problem: {
        detail: 'This address cannot be invited',
        code: 'not_invitable',
        params: {},
        fields: [{ field: 'email', code: 'not_invitable', params: {} }],
      },
    })
  }
  expect(await server.database.selectFrom('mails').select('id').execute()).toEqual([])
})

test('a row with control characters, a role, an organization or an existing address does not stop the others', async () => {
  await using server = await createTestServer(withLinks)
  const { invite } = await signInOrganizationAdmin(server)
  const rows = await invite(
    { ...rania, full_name: 'Rania\r\nBcc: all@cedar.example' },
    { ...rania, full_name: 'Rania\u0000' },
    { ...rania, full_name: ' ' },
    { ...rania, email: 'rania' },
    { ...rania, role: 'super_admin' },
    rania,
    rania,
  )
  expect(rows.map(({ outcome, problem }) => problem?.fields?.[0]?.code ?? outcome)).toEqual([
    ...['not_one_line', 'not_storable', 'empty', 'not_an_email'],
    ...['unknown', 'invited', 'exists'],
  ])
})

test('an invitation is sent again and withdrawn', async () => {
  await using server = await createTestServer(withLinks)
  const { invite, listed, lead, sendInvitation, withdrawInvitation, organizationId } =
    await signInOrganizationAdmin(server)
  const [row] = await invite(rania)
  const id = String(row?.id)
  const first = await lastSecretTo(server, rania.email)
  expect((await sendInvitation(id)).status).toBe(200)
  expect(await takeLink(server, first)).toBe('404 link_not_valid')
  const second = await lastSecretTo(server, rania.email)
  expect((await withdrawInvitation(id)).status).toBe(200)
  expect(await takeLink(server, second)).toBe('404 link_not_valid')
  expect(await listed('?q=rania')).toMatchObject([{ may_be_invited: true }])
  expect(await withdrawInvitation(id)).toMatchObject({ status: 409, code: 'not_invited' })
  const acts = server.database.selectFrom('audit').select(['actor_id', 'action'])
  expect(await acts.where('target_id', '=', id).orderBy('id').execute()).toEqual(
    ['user-create', 'invitation-send', 'invitation-withdraw'].map((action) => ({
      actor_id: lead.id,
      action,
    })),
  )
  // A super admin may have created a user with another address; no mail goes there.
  const outside = await makeUser(server, { organizationId, email: 'x@outside.example' })
  expect(await sendInvitation(outside.id)).toMatchObject({ code: 'domain_not_approved' })
})

test('an organization sends only so many invitations in 24 hours, whichever of its admins sends them', async () => {
  await using server = await createTestServer({ ...withLinks, limits: { invitationsPerDay: 3 } })
  const { organizationId, token, invite, sendInvitation } = await signInOrganizationAdmin(server)
  const emails = ['a', 'b', 'c', 'd'].map((name) => ({ ...rania, email: `${name}@cedar.example` }))
  const rows = await invite(...emails.slice(0, 2))
  expect((await sendInvitation(String(rows[0]?.id))).status).toBe(200)
  const other = await makeUser(server, {
    organizationId,
    role: 'team_lead',
    managed_organization_id: organizationId,
  })
  const body = { rows: emails.map((row, line) => ({ line: line + 1, ...row })) }
  const full = await server.post('/api/organization/users/invite', {
    token: await makeSession(server, other),
    body,
  })
  expect(full.body).toMatchObject({
    rows: [
      { outcome: 'exists' },
      { outcome: 'exists' },
      { outcome: 'rejected', problem: { code: 'too_many_invitations' } },
      { outcome: 'rejected', problem: { code: 'too_many_invitations' } },
    ],
  })
  expect(await sendInvitation(String(rows[1]?.id))).toMatchObject({ status: 429 })
  const own = () => server.get('/api/organization', { token })
  expect((await own()).body).toMatchObject({ invitations_left: 0 })
  // Nothing is left of a rejected row.
  const users = server.database.selectFrom('users').select('id')
  expect(await users.where('username', 'in', ['c@cedar.example']).execute()).toEqual([])
  // Super admins are not limited, and other organizations have a limit of their own.
  const { token: admins } = await signInAdmin(server)
  const again = `/api/admin/users/${String(rows[1]?.id)}/invitation`
  expect((await server.post(again, { token: admins })).status).toBe(200)
  server.clock.pass(24 * hours)
  await runHousekeeping(server.services)
  expect(await server.database.selectFrom('sent_invitations').selectAll().execute()).toEqual([])
  const admin = await makeSession(server, other)
  const refilled = await server.get('/api/organization', { token: admin })
  expect(refilled.body).toMatchObject({ invitations_left: 3 })
})

test('one user is sent five invitations in 24 hours at most', async () => {
  await using server = await createTestServer(withLinks)
  const { invite, sendInvitation } = await signInOrganizationAdmin(server)
  const id = String((await invite(rania))[0]?.id)
  for (let sent = 1; sent < 5; sent += 1) expect((await sendInvitation(id)).status).toBe(200)
  expect(await sendInvitation(id)).toMatchObject({ status: 429, code: 'too_many_invitations' })
  expect(await mailsTo(server, rania.email)).toHaveLength(5)
  expect((await invite(omar))[0]?.outcome).toBe('invited')
})
