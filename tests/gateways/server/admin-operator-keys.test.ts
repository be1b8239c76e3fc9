import { expect, test } from 'vitest'
import {
  issueOperatorKeyEndpoint,
  listOperatorKeysEndpoint,
} from '../../../contract/gateways/admin-operator-keys.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeOrganization, makeScan, makeUser } from '../../support/worlds/factories.ts'

const minuteMs = 60_000
const path = '/api/admin/operator-keys'
const forAll = { scope: 'report', organization_ids: null }

async function setScene(server: TestServer) {
  const { admin, token } = await signInAdmin(server)
  const user = await makeUser(server)
  const post = (to: string, body: object) => server.post(`${path}${to}`, { token, body })
  return {
    ...{ admin, user, token },
    issue: (body: object = forAll) => post('', body),
    issued: async (body: object = forAll) =>
      (await post('', body)).output(issueOperatorKeyEndpoint),
    expire: (id: unknown, expires_at: string | null) => post(`/${id}/expiry`, { expires_at }),
    cover: (id: unknown, organization_ids: readonly string[] | null) =>
      post(`/${id}/organizations`, { organization_ids }),
    revoke: (id: unknown) => server.delete(`${path}/${id}`, { token }),
    list: async () => (await server.get(path, { token })).output(listOperatorKeysEndpoint).keys,
    reportStatus: async (key: string) => {
      const body = makeScan({ recipient: user.email })
      return (await server.post('/api/scans', { token: key, body })).status
    },
    acts: async () => {
      const audit = server.database.selectFrom('audit').selectAll().orderBy('id')
      return (await audit.where('target_type', '=', 'operator-key').execute()).map(
        ({ action, actor_id, target_id, detail }) => [action, actor_id, target_id, detail],
      )
    },
  }
}

test('a super admin makes, sees, extends and revokes a key of the operator, all of it recorded', async () => {
  await using server = await createTestServer()
  const { admin, issued, expire, revoke, list, reportStatus, acts } = await setScene(server)
  const created_at = server.clock().toISOString()
  const { key, ...row } = await issued({ ...forAll, note: ' The mail host ' })
  expect(row).toEqual({
    ...{ id: expect.any(String), scope: 'report', note: 'The mail host', state: 'valid' },
    ...{ created_at, last_used_at: null, expires_at: null, revoked_at: null, networks: '' },
    ...{ covers_all: true, organization_count: 0, organizations: [] },
  })
  expect(await list()).toEqual([row])
  expect(await reportStatus(key)).toBe(200)
  expect(await list()).toEqual([{ ...row, last_used_at: created_at }])
  expect(JSON.stringify(await list())).not.toContain(key)
  expect((await expire(row.id, '2999-01-31')).status).toBe(200)
  expect(await list()).toMatchObject([{ expires_at: '2999-01-31T00:00:00.000Z' }])
  expect((await revoke(row.id)).status).toBe(200)
  expect(await reportStatus(key)).toBe(401)
  expect((await revoke(row.id)).status).toBe(200)
  expect(await list()).toMatchObject([{ state: 'revoked', revoked_at: created_at }])
  expect(await acts()).toEqual([
    ['gateway-key-issue', admin.id, row.id, 'scope report, all organizations'],
    ['gateway-key-expiry', admin.id, row.id, '2999-01-31T00:00:00.000Z'],
    ['gateway-key-revoke', admin.id, row.id, ''],
  ])
  const gone = { status: 404, code: 'unknown_operator_key' }
  expect(await expire(row.id, null)).toMatchObject(gone)
  expect(await revoke('none')).toMatchObject(gone)
})

test('a key of the operator for chosen organizations is for these alone, and can be for others', async () => {
  await using server = await createTestServer()
  const { user, issue, issued, cover, list, reportStatus, acts } = await setScene(server)
  const other = await makeOrganization(server, { name: 'Olive Bank' })
  const { id, key } = await issued({ ...forAll, organization_ids: [other, other] })
  const chosen = [{ id: other, name: 'Olive Bank' }]
  expect(await list()).toMatchObject([
    { covers_all: false, organization_count: 1, organizations: chosen },
  ])
  expect(await reportStatus(key)).toBe(404)
  expect((await cover(id, [other, user.organizationId])).status).toBe(200)
  expect(await list()).toMatchObject([{ covers_all: false, organization_count: 2 }])
  expect(await reportStatus(key)).toBe(200)
  expect((await acts()).map(([action, , , detail]) => [action, detail])).toEqual([
    ['gateway-key-issue', 'scope report, 1 organization'],
    ['gateway-key-cover', '2 organizations'],
  ])
  // An empty list is not 'all', and one of them that is unknown is named.
  for (const answer of [
    await issue({ ...forAll, organization_ids: [] }),
    await issue({ ...forAll, organization_ids: [other, 'none'] }),
    await cover(id, ['none']),
    await issue({ scope: 'report' }),
  ]) {
    expect(answer).toMatchObject({ status: 422, fields: [{ field: 'organization_ids' }] })
  }
  expect(await list()).toHaveLength(1)
})

test('more life and more organizations of a key of the operator need a recent confirmation', async () => {
  await using server = await createTestServer()
  const { user, issue, issued, expire, cover, list } = await setScene(server)
  const { organizationId } = user
  const other = await makeOrganization(server)
  const end = new Date(server.clock().getTime() + 60 * minuteMs).toISOString()
  const { id } = await issued({ ...forAll, expires_at: end, organization_ids: [organizationId] })
  const all = await issued()
  server.clock.pass(11 * minuteMs)
  const denied = { status: 403, code: 'confirmation_required' }
  expect(await issue()).toMatchObject(denied)
  expect(await expire(id, null)).toMatchObject(denied)
  expect(await cover(id, [organizationId, other])).toMatchObject(denied)
  expect(await cover(id, [other])).toMatchObject(denied)
  expect(await cover(id, null)).toMatchObject(denied)
  expect(await list()).toMatchObject([
    { covers_all: true },
    { id, expires_at: end, organization_count: 1 },
  ])
  expect((await cover(all.id, [organizationId, other])).status).toBe(200)
  expect((await cover(all.id, [other])).status).toBe(200)
  expect((await expire(all.id, end)).status).toBe(200)
})

test('a repeated request replaces the secret of a key of the operator until it is used', async () => {
  await using server = await createTestServer()
  const { user, issue, issued, revoke, list, reportStatus } = await setScene(server)
  const request_id = 'ab'.repeat(16)
  const lost = await issued({ ...forAll, request_id, organization_ids: [user.organizationId] })
  const kept = await issued({ ...forAll, request_id, note: 'again' })
  expect(await list()).toMatchObject([{ id: request_id, note: 'again', covers_all: true }])
  expect(await reportStatus(lost.key)).toBe(401)
  const taken = { status: 409, code: 'key_issued_already' }
  expect(await issue({ ...forAll, request_id, scope: 'flags' })).toMatchObject(taken)
  expect(await reportStatus(kept.key)).toBe(200)
  expect(await issue({ ...forAll, request_id })).toMatchObject(taken)
  const other = 'cd'.repeat(16)
  await issued({ ...forAll, request_id: other })
  await revoke(other)
  expect(await issue({ ...forAll, request_id: other })).toMatchObject(taken)
})

test.each(['report', 'flags'])(
  'a key with the scope %s works from its networks alone',
  async (scope) => {
    await using server = await createTestServer()
    const { user, token, issued, issue } = await setScene(server)
    const networks = '198.51.100.0/24, 2001:db8::/32'
    const ofOperator = await issued({ ...forAll, scope, networks })
    const own = `/api/admin/organizations/${user.organizationId}/gateway-keys`
    const ofOne = await server.post(own, { token, body: { scope, networks } })
    expect([ofOperator.networks, Object(ofOne.body).networks]).toEqual([networks, networks])
    const status = async (key: unknown) => {
      const asked = { token: String(key) }
      return scope === 'flags'
        ? server.get('/api/rspamd/flags/red', asked)
        : server.post('/api/scans', { ...asked, body: makeScan({ recipient: user.email }) })
    }
    for (const key of [ofOperator.key, Object(ofOne.body).key]) {
      expect(await status(key)).toMatchObject({ status: 403, code: 'network_not_allowed' })
    }
    for (const answer of [
      await issue({ ...forAll, networks: '192.0.2.0/40' }),
      await server.post(own, { token, body: { scope, networks: 'the mail host' } }),
    ]) {
      expect(answer.fields).toMatchObject([{ field: 'networks', code: 'not_networks' }])
    }
  },
)
