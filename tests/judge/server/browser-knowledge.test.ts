import { expect, test } from 'vitest'
import { isForGateways } from '../../../contract/core/key-scope.ts'
import { showBrowserKnowledgeEndpoint } from '../../../contract/judge/show-browser-knowledge.ts'
import { issueGatewayKey, revokeGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { allCalls, nameOf } from '../../support/worlds/contract.ts'
import {
  makeDomain,
  makeGatewayKey,
  makeOperatorKey,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'

const path = '/api/judge-knowledge'

test("a browser's key gives what its organization knows, once, without a person", async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server, { name: 'Cedar Clinic' })
  await makeDomain(server, organizationId, 'clinic.example')
  await makeUser(server, { organizationId, full_name: 'Omar Haddad' })
  const token = await makeGatewayKey(server, organizationId, 'join')
  const first = await server.get(path, { token })
  expect(first.output(showBrowserKnowledgeEndpoint)).toMatchObject({
    organization_name: 'Cedar Clinic',
    domains: ['clinic.example'],
    people: { count: expect.any(Number) },
  })
  expect(first.text).not.toMatch(/omar|haddad/i)
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await server.get(path, { token, headers })).status).toBe(304)
})

test('what browsers are told is made once a minute, however often they ask', async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server)
  const token = await makeGatewayKey(server, organizationId, 'join')
  const tell = async () =>
    (await server.get(path, { token })).output(showBrowserKnowledgeEndpoint).per_thousand
  const settings = server.database.updateTable('organizations').where('id', '=', organizationId)
  await settings.set({ judge_per_thousand: 10 }).execute()
  expect(await tell()).toBe(10)
  await settings.set({ judge_per_thousand: 20 }).execute()
  server.clock.pass(59_000)
  expect(await tell()).toBe(10)
  server.clock.pass(1001)
  expect(await tell()).toBe(20)
})

test('browsers ask from anywhere, and a key of the operator joins none', async () => {
  await using server = await createTestServer({ services: { gatewayNetworks: '192.0.2.0/24' } })
  const organizationId = await makeOrganization(server)
  const token = await makeGatewayKey(server, organizationId, 'join')
  expect((await server.get(path, { token })).status).toBe(200)
  const { token: admin } = await signInAdmin(server)
  const body = { scope: 'join', organization_ids: null }
  const issued = await server.post('/api/admin/operator-keys', { token: admin, body })
  expect(issued).toMatchObject({ status: 422, code: 'invalid_input' })
  const { key } = await makeOperatorKey(server, 'join')
  expect((await server.get(path, { token: key })).status).toBe(404)
})

test("a browser's key makes no other call, and no other token makes this one", async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server)
  const token = await makeGatewayKey(server, organizationId, 'join')
  const allowed: string[] = []
  for (const endpoint of allCalls) {
    if (endpoint.access === 'public') continue
    const address = `/api${endpoint.path.replaceAll(/:\w+/g, 'x')}`
    const { status } = await (endpoint.method === 'GET'
      ? server.get(address, { token })
      : endpoint.method === 'DELETE'
        ? server.delete(address, { token })
        : server.post(address, { token, body: {} }))
    const refused = isForGateways(endpoint.access) ? 403 : 401
    if (status !== refused) allowed.push(nameOf(endpoint))
  }
  expect(allowed).toEqual([nameOf(showBrowserKnowledgeEndpoint)])
  const user = await makeUser(server, { organizationId })
  for (const scope of ['site', 'extension'] as const) {
    const session = await makeSession(server, user, { scope })
    expect((await server.get(path, { token: session })).status).toBe(401)
  }
})

test("a browser's key ends when it is revoked or expires, and waits while its organization is suspended", async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server)
  const expires_at = new Date(server.clock().getTime() + 60_000).toISOString()
  const options = { label: '', scope: 'join' } as const
  const short = await issueGatewayKey(server, organizationId, { ...options, expires_at })
  const long = await issueGatewayKey(server, organizationId, options)
  const near = await issueGatewayKey(server, organizationId, {
    ...options,
    networks: '192.0.2.0/24',
  })
  const ask = async ({ key }: { readonly key: string }) =>
    (await server.get(path, { token: key })).status
  expect([await ask(short), await ask(long), await ask(near)]).toEqual([200, 200, 403])
  server.clock.pass(60_000)
  expect(await ask(short)).toBe(401)
  const organization = server.database.updateTable('organizations').where('id', '=', organizationId)
  await organization.set({ suspended_at: server.clock().toISOString() }).execute()
  expect(await ask(long)).toBe(403)
  await organization.set({ suspended_at: null }).execute()
  expect(await ask(long)).toBe(200)
  await revokeGatewayKey(server, organizationId, long.id)
  expect(await ask(long)).toBe(401)
})
