import { expect } from 'vitest'
import { entraUser, makeProvider, oktaUser, sendScim } from '../../support/scim/scim.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeOrganization,
  changeUser,
  makeDomain,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

/** Everything that a refused call must not change. */
async function snapshot({ database }: TestServer): Promise<string> {
  return JSON.stringify([
    await database.selectFrom('users').selectAll().orderBy('id').execute(),
    await database.selectFrom('scim_users').selectAll().orderBy('user_id').execute(),
    await database.selectFrom('audit').selectAll().orderBy('id').execute(),
    await database.selectFrom('mails').selectAll().orderBy('id').execute(),
  ])
}

test('a name or an address that is taken has one answer, whichever organization has it', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const cedar = { organizationId: entra.organizationId }
  await makeUser(server, { ...cedar, username: 'own-name', email: 'own@cedar.example' })
  await makeUser(server, { username: 'strange-name', email: 'strange@cedar.example' })
  const boss = { role: 'super_admin', username: 'boss', email: 'boss@cedar.example' } as const
  await makeUser(server, { ...cedar, ...boss })
  await makeUser(server, {
    username: 'x',
    email: 'x@olive.example',
    aliases: ['alias@cedar.example'],
  })
  const id = await entra.create(entraUser())
  const before = await snapshot(server)
  const attempts = [
    { userName: 'own-name', emails: [{ value: 'a@cedar.example' }] },
    { userName: 'OWN-name', emails: [{ value: 'a@cedar.example' }] },
    { userName: 'strange-name', emails: [{ value: 'a@cedar.example' }] },
    { userName: 'boss', emails: [{ value: 'a@cedar.example' }] },
    { userName: 'new1', emails: [{ value: 'own@cedar.example' }] },
    { userName: 'new2', emails: [{ value: 'strange@cedar.example' }] },
    { userName: 'new3', emails: [{ value: 'boss@cedar.example' }] },
    { userName: 'new4', emails: [{ value: 'alias@cedar.example' }] },
  ]
  const answers = []
  for (const user of attempts) {
    answers.push(await entra.send('POST', '/Users', user))
    answers.push(await entra.send('PUT', `/Users/${id}`, user))
  }
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set([
      `409 ${JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
        detail: 'A user with this userName or email address exists already',
      })}`,
    ]),
  )
  expect(await snapshot(server)).toBe(before)
})

test('no provider takes a name that another user signs in with, as an email or as a username', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const password = 'violet kettle drum'
  const names = { username: 'boss@cedar.example', email: 'private@cedar.example' }
  await makeUser(server, { role: 'super_admin', password, ...names })
  const id = await entra.create(entraUser())
  const attempts = [
    { userName: 'x1', emails: [{ value: names.username }] },
    { userName: names.email.toUpperCase(), emails: [{ value: 'x2@cedar.example' }] },
  ]
  for (const user of attempts) {
    const answers = [
      await entra.send('POST', '/Users', user),
      await entra.send('PUT', `/Users/${id}`, user),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409])
  }
  for (const username of Object.values(names)) {
    const answer = await server.post('/api/auth/login', { body: { username, password } })
    expect(answer.status, username).toBe(200)
  }
})

test('users of other organizations and super admins cannot be found, read or changed', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const stranger = await makeUser(server, { username: 'strange', email: 'strange@olive.example' })
  const boss = await makeUser(server, {
    ...{ organizationId: entra.organizationId, role: 'super_admin', username: 'boss' },
  })
  const removed = await makeUser(server, { organizationId: entra.organizationId })
  await changeUser(server, removed.id, { removed_at: server.clock().toISOString() })
  const before = await snapshot(server)
  const answers = []
  for (const id of [stranger.id, boss.id, removed.id, 'unknown', '%00', '%ff', 'a'.repeat(500)]) {
    answers.push(
      await entra.send('GET', `/Users/${id}`),
      await entra.send('PUT', `/Users/${id}`, entraUser()),
      await entra.patch(id, { op: 'replace', path: 'active', value: false }),
      await entra.send('DELETE', `/Users/${id}`),
    )
  }
  const unknown = '404 The organization has no such user'
  const told = answers.map(({ status, body }) => `${status} ${detailIn(body)}`)
  expect(new Set(told)).toEqual(new Set([unknown]))
  for (const filter of ['userName eq "strange"', `id eq "${boss.id}"`, 'userName eq "boss"']) {
    const { body } = await entra.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect(body).toMatchObject({ totalResults: 0, Resources: [] })
  }
  expect((await entra.send('GET', '/Users')).body).toMatchObject({ totalResults: 0 })
  expect(await snapshot(server)).toBe(before)
})

function detailIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : ''
}

test('no user gets a role, and leads are neither lowered, raised nor deactivated', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const roles = { roles: [{ value: 'super_admin', primary: true }], userType: 'super_admin' }
  const id = await entra.create(entraUser({ ...roles, role: 'super_admin', groups: ['admins'] }))
  await entra.patch(id, { op: 'add', path: 'roles', value: [{ value: 'team_lead' }] })
  await entra.patch(id, { op: 'replace', value: { role: 'super_admin', userType: 'team_lead' } })
  const lead = await makeUser(server, {
    ...{ organizationId: entra.organizationId, role: 'team_lead' },
    ...{ username: 'lead@cedar.example', email: 'lead@cedar.example', full_name: 'Lina Saad' },
  })
  const session = await makeSession(server, lead)
  const same = { userName: 'lead@cedar.example', emails: [{ value: 'lead@cedar.example' }] }
  const answers = [
    await entra.send('DELETE', `/Users/${lead.id}`),
    await entra.patch(lead.id, { op: 'Replace', path: 'active', value: 'False' }),
    await entra.send('PUT', `/Users/${lead.id}`, { ...same, active: false }),
    await entra.send('PUT', `/Users/${lead.id}`, { ...same, userName: 'mine@cedar.example' }),
    await entra.send('PUT', `/Users/${lead.id}`, {
      ...{ ...same, emails: [{ value: 'mine@cedar.example' }] },
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  expect(answers[0]?.body).toMatchObject({ status: '403', detail: /role above employee/ })
  // The provider still knows the lead and keeps their name.
  const named = await entra.send('PUT', `/Users/${lead.id}`, {
    ...{ ...same, ...roles, displayName: 'Lina Haddad', externalId: 'lina', active: true },
  })
  expect(named).toMatchObject({ status: 200, body: { externalId: 'lina', active: true } })
  expect((await server.get('/api/auth/me', { token: session })).status).toBe(200)
  const users = server.database.selectFrom('users').select(['role', 'full_name', 'is_active'])
  expect(await users.orderBy('id').execute()).toEqual([
    { role: 'employee', full_name: 'Rania Khoury', is_active: 1 },
    { role: 'team_lead', full_name: 'Lina Haddad', is_active: 1 },
  ])
})

test('addresses outside the approved domains are refused, and known users stay manageable', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  await makeDomain(server, await makeOrganization(server), 'olive.example')
  await server.database
    .insertInto('organization_domains')
    .values({
      ...{ organization_id: entra.organizationId, domain: 'proposed.example' },
      ...{ created_at: '', approved_at: null },
    })
    .execute()
  for (const domain of ['olive.example', 'proposed.example', 'sub.cedar.example', 'gmail.com']) {
    const byEmail = { userName: 'rania', emails: [{ value: `rania@${domain}` }] }
    const byName = { userName: `rania@${domain}`, emails: [{ value: 'rania@cedar.example' }] }
    for (const user of [byEmail, byName, { userName: `rania@${domain}` }]) {
      expect(await entra.send('POST', '/Users', user)).toMatchObject({
        status: 400,
        body: {
          scimType: 'invalidValue',
          detail: `${domain} is not an approved email domain of the organization`,
        },
      })
    }
  }
  const known = await makeUser(server, {
    ...{ organizationId: entra.organizationId, username: 'known', email: 'known@olive.example' },
  })
  const moved = await entra.patch(known.id, {
    ...{ op: 'replace', path: 'emails[type eq "work"].value', value: 'known@gmail.com' },
  })
  expect(moved).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  expect((await entra.patch(known.id, { op: 'replace', value: { active: false } })).status).toBe(
    200,
  )
})

test('DELETE deactivates a user, whom the provider finds and activates again', async () => {
  await using server = await createTestServer()
  const okta = await makeProvider(server)
  const id = await okta.create(oktaUser())
  const token = await makeSession(server, { id })
  expect(await okta.send('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, text: '' })
  expect((await server.get('/api/auth/me', { token })).status).toBe(401)
  expect((await okta.send('DELETE', `/Users/${id}`)).status).toBe(204)
  expect((await okta.send('GET', `/Users/${id}`)).body).toMatchObject({ id, active: false })
  expect((await okta.send('POST', '/Users', oktaUser())).status).toBe(409)
  expect(await okta.patch(id, { op: 'add', path: 'active', value: true })).toMatchObject({
    body: { active: true },
  })
})

test('the provider of a suspended organization is refused', async ({ server }) => {
  const entra = await makeProvider(server)
  const id = await entra.create(entraUser())
  const suspended_at = server.clock().toISOString()
  await changeOrganization(server, entra.organizationId, { suspended_at })
  const before = await snapshot(server)
  for (const answer of [
    await entra.send('GET', '/Users'),
    await entra.send('POST', '/Users', oktaUser()),
    await entra.send('DELETE', `/Users/${id}`),
  ]) {
    expect(answer).toMatchObject({ status: 403, body: { status: '403', detail: /suspended/ } })
  }
  expect(await snapshot(server)).toBe(before)
})

test('the audit trail names the token, and the data of a user what the provider said', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const id = await entra.create(entraUser())
  await entra.send('DELETE', `/Users/${id}`)
  const { id: actor_id } = await server.database
    .selectFrom('scim_tokens')
    .select('id')
    .executeTakeFirstOrThrow()
  const byToken = { actor_id, actor_role: 'scim-token', target_id: id }
  expect(await server.acts()).toMatchObject([
    { ...byToken, action: 'user-create', detail: 'employee' },
    { ...byToken, action: 'user-change', detail: 'is_active from true to false' },
  ])
})

test('a token of SCIM opens nothing but SCIM, and nothing else opens SCIM', async ({ server }) => {
  const entra = await makeProvider(server)
  const { organizationId } = entra
  const user = await makeUser(server, { organizationId })
  const credentials = [undefined, '', 'nonsense', `${entra.token}x`, entra.token.slice(0, -1)]
  for (const role of ['employee', 'team_lead', 'super_admin'] as const) {
    credentials.push(await makeSession(server, await makeUser(server, { organizationId, role })))
  }
  credentials.push(await makeGatewayKey(server, organizationId, 'report'))
  credentials.push(await makeGatewayKey(server, organizationId, 'flags'))
  const { scimCalls } = await import('../../../server/scim/mount-scim.ts')
  const before = await snapshot(server)
  for (const [method, template] of scimCalls) {
    const path = template.replace(':id', user.id)
    for (const token of credentials) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : { nonsense: 1 }
      const answer = await sendScim(server, token, method, path, body)
      expect(answer, `${method} ${path}`).toMatchObject({ status: 401, body: { status: '401' } })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  }
  const { bindCalls } = await import('../../../server/calls.ts')
  for (const { endpoint } of bindCalls(server.services)) {
    if (endpoint.access === 'public') continue
    const path = `/api${endpoint.path.replaceAll(/:\w+/g, 'x')}`
    const answer = await server.app.request(path, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${entra.token}` },
    })
    expect(answer.status, path).toBe(401)
  }
  expect(await snapshot(server)).toBe(before)
})

test('a provisioned user gets an invitation only where the organization wants it', async () => {
  await using server = await createTestServer({
    services: { publicUrl: 'https://aman.example', linkOrigin: 'https://aman.example' },
  })
  const entra = await makeProvider(server)
  const mails = async () =>
    (await server.database.selectFrom('mails').select('recipient').execute()).map(
      ({ recipient }) => recipient,
    )
  await entra.create(oktaUser({ userName: 'a@cedar.example', emails: [] }))
  expect(await mails()).toEqual([])
  await server.database
    .insertInto('scim_settings')
    .values({ organization_id: entra.organizationId, sends_invitations: 1 })
    .execute()
  await entra.create(oktaUser({ userName: 'b@cedar.example', emails: [] }))
  await entra.create(oktaUser({ userName: 'c@cedar.example', emails: [], active: false }))
  expect(await mails()).toEqual(['b@cedar.example'])
})
