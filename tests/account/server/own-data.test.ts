import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

test('users learn the role of those who acted on them, and neither their ids nor their addresses', async () => {
  await using server = await createTestServer({ services: { trustedProxies: 1 } })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const admin = await makeUser(server, { role: 'super_admin' })
  const adminToken = await makeSession(server, admin)
  const user = await makeUser(server, { role: 'team_lead' })
  const act = async (token: string, path: string, body: object, address: string) =>
    (await server.post(path, { token, body, ...from(address) })).status
  for (const is_active of [false, true]) {
    const change = { ids: [user.id], is_active }
    expect(await act(adminToken, '/api/admin/users/status', change, '192.0.2.1')).toBe(200)
  }
  const wrong = { username: user.username, password: 'wrong' }
  await server.post('/api/auth/login', { body: wrong, ...from('192.0.2.3') })
  const token = await makeSession(server, user)
  const answer = await server.post('/api/account/data', { token, body: {}, ...from('192.0.2.2') })
  expect(answer.body).toMatchObject({
    audit: [
      { actor_role: 'super_admin', actor_id: null, address: '', target_id: user.id },
      { actor_role: 'super_admin', actor_id: null, address: '', at: expect.any(String) },
      { action: 'failed-sign-in', actor_role: 'nobody', address: '192.0.2.3' },
      { action: 'user-export', actor_id: user.id, address: '192.0.2.2' },
    ],
  })
  expect(answer.text).not.toContain(admin.id)
  expect(answer.text).not.toContain('192.0.2.1"')
})

test('an old session has to confirm before it downloads them', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  server.clock.pass(10 * 60_000)
  const answer = await server.post('/api/account/data', { token, body: {} })
  expect(answer).toMatchObject({ status: 403, code: 'confirmation_required' })
})

test('users download them only so often in an hour', async () => {
  await using server = await createTestServer({ limits: { supportRequestsPerHour: 1 } })
  const token = await makeSession(server, await makeUser(server))
  const download = () => server.post('/api/account/data', { token, body: {} })
  expect((await download()).status).toBe(200)
  expect(await download()).toMatchObject({ status: 429, code: 'too_many_requests' })
})

test('a request for erasure reaches support and the team leads, and is recorded', async () => {
  await using server = await createTestServer({ limits: { supportRequestsPerHour: 1 } })
  const organizationId = await makeOrganization(server, { name: 'Olive Branch' })
  const user = await makeUser(server, { organizationId, full_name: 'Rania Khoury' })
  const lead = await makeUser(server, { organizationId, role: 'team_lead' })
  await makeUser(server, { role: 'team_lead' })
  const token = await makeSession(server, user)
  expect((await server.post('/api/account/erasure', { token, body: {} })).status).toBe(200)
  const mails = () =>
    server.database
      .selectFrom('mails')
      .select(['recipient', 'reply_to', 'subject', 'body'])
      .execute()
  const sent = await mails()
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(
    [lead.email, server.services.supportMailbox].toSorted(),
  )
  expect(sent[0]).toMatchObject({
    reply_to: user.email,
    subject: 'Request for erasure from Rania Khoury',
    body: expect.stringContaining('Olive Branch'),
  })
  expect((await server.post('/api/account/erasure', { token, body: {} })).status).toBe(429)
  expect(await mails()).toHaveLength(2)
  const acts = server.database
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'erasure-request')
  expect(await acts.execute()).toMatchObject([{ actor_id: user.id, target_id: user.id }])
  expect((await server.get('/api/auth/me', { token })).status).toBe(200)
})
