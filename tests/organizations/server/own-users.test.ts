import { expect, test } from 'vitest'
import { showOwnOrganizationEndpoint } from '../../../contract/organizations/show-own-organization.ts'
import { insertFactor } from '../../../server/sign-in/factors/factors.ts'
import { withLinks } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  changeUser,
  makeDomain,
  makeOrganization,
  makeSession,
  makeUser,
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

test('the list says nothing about risk, telephone or aliases', async () => {
  await using server = await createTestServer()
  const { listed } = await signInOrganizationAdmin(server)
  const fields = Object.keys((await listed())[0] ?? {})
  expect(fields.toSorted()).toEqual(
    [
      ...['id', 'username', 'email', 'full_name', 'role', 'department', 'is_active'],
      ...['may_be_invited', 'manages_organization'],
    ].toSorted(),
  )
})

test('the own organization is shown with its approved domains', async () => {
  await using server = await createTestServer()
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
  const acts = server.database.selectFrom('audit').select(['actor_id', 'target_id'])
  expect(await acts.where('action', '=', 'factors-reset').execute()).toEqual([
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
  const acts = server.database.selectFrom('audit').select(['actor_id', 'target_id', 'detail'])
  expect(await acts.where('action', '=', 'domain-propose').orderBy('id').execute()).toEqual(
    ['strange.example', 'oak.example', ...others].map((detail) => ({
      ...{ actor_id: lead.id, target_id: organizationId, detail },
    })),
  )
})
