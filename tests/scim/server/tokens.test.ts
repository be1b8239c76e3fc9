import { expect, test } from 'vitest'
import { addScimTokenEndpoint, showScimEndpoint } from '../../../contract/scim/admin-scim.ts'
import { minuteMs } from '../../../server/core/clock.ts'
import { scimClient } from '../../support/scim/scim.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

async function setUp(server: TestServer) {
  const { token, admin } = await signInAdmin(server)
  const id = await makeOrganization(server)
  const path = `/api/admin/organizations/${id}/scim`
  return {
    ...{ admin, token, id, path },
    show: async () => (await server.get(path, { token })).output(showScimEndpoint),
    issue: (note = 'Entra ID') => server.post(`${path}/tokens`, { token, body: { note } }),
    revoke: (tokenId: string | number) => server.delete(`${path}/tokens/${tokenId}`, { token }),
  }
}

test('a token is shown once, stored as a hash, listed with its last use and revoked at once', async () => {
  await using server = await createTestServer({
    services: { publicUrl: 'https://aman.cedar.example' },
  })
  const { id, admin, show, issue, revoke } = await setUp(server)
  expect(await show()).toEqual({
    base_address: 'https://aman.cedar.example/api/scim/v2',
    sends_invitations: false,
    tokens: [],
  })
  const { token, ...listed } = (await issue()).output(addScimTokenEndpoint)
  expect(token).toMatch(/^aman_scim_[\w-]{43}$/)
  expect((await show()).tokens).toEqual([listed])
  const stored = await server.database.selectFrom('scim_tokens').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  const provider = scimClient(server, id, token)
  expect((await provider.send('GET', '/Users')).status).toBe(200)
  const used = server.clock().toISOString()
  server.clock.pass(minuteMs / 2)
  await provider.send('GET', '/Users')
  expect((await show()).tokens).toMatchObject([{ last_used_at: used }])
  expect((await revoke(listed.id)).status).toBe(200)
  expect((await revoke(listed.id)).status).toBe(200)
  expect((await provider.send('GET', '/Users')).status).toBe(401)
  expect((await show()).tokens).toMatchObject([{ revoked_at: server.clock().toISOString() }])
  expect(await revoke('unknown')).toMatchObject({ status: 404, code: 'unknown_scim_token' })
  const acts = server.database.selectFrom('audit').select(['actor_id', 'action', 'target_id'])
  const byAdmin = { actor_id: admin.id, target_id: String(listed.id) }
  expect(await acts.orderBy('id').execute()).toEqual([
    { ...byAdmin, action: 'scim-token-issue' },
    { ...byAdmin, action: 'scim-token-revoke' },
  ])
})

test('invitations are switched on where the server can send them, with a recent confirmation', async () => {
  await using server = await createTestServer({ services: { linkOrigin: 'https://aman.example' } })
  const { token, path, show, issue, revoke } = await setUp(server)
  const save = (sends_invitations: boolean) =>
    server.post(path, { token, body: { sends_invitations } })
  expect((await save(true)).status).toBe(200)
  expect(await show()).toMatchObject({ sends_invitations: true })
  expect((await save(false)).status).toBe(200)
  expect(await show()).toMatchObject({ sends_invitations: false })
  server.clock.pass(11 * minuteMs)
  for (const answer of [await save(true), await issue(), await revoke('x')]) {
    expect(answer).toMatchObject({ status: 403, code: 'confirmation_required' })
  }
  await using without = await createTestServer()
  const other = await setUp(without)
  const body = { sends_invitations: true }
  expect(await without.post(other.path, { token: other.token, body })).toMatchObject({
    ...{ status: 409, code: 'invitations_not_offered' },
  })
})

test('tokens and settings go with their organization', async () => {
  await using server = await createTestServer()
  const { token, id, path, issue } = await setUp(server)
  await issue()
  await server.post(path, { token, body: { sends_invitations: false } })
  expect((await server.delete(`/api/admin/organizations/${id}`, { token })).status).toBe(200)
  expect(await server.database.selectFrom('scim_tokens').selectAll().execute()).toEqual([])
  expect(await server.database.selectFrom('scim_settings').selectAll().execute()).toEqual([])
  expect((await server.get(path, { token })).status).toBe(404)
})
