import { expect, test } from 'vitest'
import {
  issueOperatorKeyEndpoint,
  listOperatorKeysEndpoint,
} from '../../../contract/gateways/admin-operator-keys.ts'
import { findGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import {
  changeUser,
  makeAlias,
  makeOrganization,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { makeOperatorKey, makeScan, watchKeys } from '../../support/worlds/mail-factories.ts'

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
    ...watchKeys(server, user, 'operator-key'),
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

const gatewayKey = prepareCommand('gateway-key')
const rspamd = prepareCommand('rspamd')

async function setUp() {
  const database = await createTestDatabase()
  const { address, url } = database
  const server = await createTestServer({ address })
  const environment = { DATABASE_URL: url }
  return {
    server,
    run: (...options: string[]) => gatewayKey({ environment }, '--operator', ...options),
    print: (...options: string[]) => rspamd({ environment }, ...options),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

function issuedIn(stdout: string) {
  return {
    key: /(aman_gateway_\S+)/.exec(stdout)?.[1] ?? '',
    id: /revoke it: (\S+)/.exec(stdout)?.[1] ?? '',
  }
}

test('a command issues, lists, changes and revokes keys of the operator', async () => {
  await using scene = await setUp()
  const { server, run } = scene
  await makeOrganization(server, { name: 'Cedar Health' })
  await makeOrganization(server, { name: 'Olive Bank' })
  const all = issuedIn((await run('--label', 'the mail host', '--networks', '192.0.2.0/24')).stdout)
  expect(await findGatewayKey(server, all.key)).toMatchObject({
    cover: { operatorKeyId: all.id, coversAll: true },
    ...{ networks: '192.0.2.0/24', scope: 'report' },
  })
  const some = issuedIn((await run('Cedar Health', '--scope', 'flags')).stdout)
  expect(await findGatewayKey(server, some.key)).toMatchObject({
    cover: { operatorKeyId: some.id, coversAll: false },
  })
  const listed = (await run('--list')).stdout
  expect(listed).toContain(`${all.id}  `)
  expect(listed).toMatch(
    /for all organizations {2}scope report .*from 192.0.2.0\/24 {2}the mail host/,
  )
  expect(listed).toMatch(/for 1 organization {2}scope flags/)
  expect(listed).not.toContain(all.key)
  const wider = await run('--cover', some.id, 'Cedar Health', 'olive bank')
  expect(wider.stdout).toBe(`${some.id} is for 2 organizations now\n`)
  expect((await run('--revoke', all.id)).stdout).toBe(`Revoked ${all.id}\n`)
  expect(await findGatewayKey(server, all.key)).toBeUndefined()
  await expect(run('--revoke', all.id)).rejects.toMatchObject({ code: 1 })
  await expect(run('--cover', all.id, 'Olive Bank')).rejects.toMatchObject({ code: 1 })
  // A forgotten name is not 'all'.
  await expect(run('--cover', some.id)).rejects.toMatchObject({ code: 1 })
  const audit = await server.acts()
  expect(audit.map(({ action, target_id, detail }) => [action, target_id, detail])).toEqual([
    ['gateway-key-issue', all.id, 'scope report, all organizations'],
    ['gateway-key-issue', some.id, 'scope flags, 1 organization'],
    ['gateway-key-cover', some.id, '2 organizations'],
    ['gateway-key-revoke', all.id, ''],
  ])
  expect(new Set(audit.map(({ target_type }) => target_type))).toEqual(new Set(['operator-key']))
})

test('the files for keys of the operator name no organization and no domain', async () => {
  await using scene = await setUp()
  const { server, print } = scene
  await makeOrganization(server, { name: 'Cedar Health' })
  const before = (await print('--operator')).stdout
  await makeOrganization(server, { name: 'Olive Bank' })
  expect((await print('--operator')).stdout).toBe(before)
  expect(before).not.toContain('Cedar')
  expect(before.match(/THE-REPORT-KEY/g)).toHaveLength(1)
  expect(before).toContain('/api/rspamd/domains"')
  await expect(print('--operator', 'Cedar Health')).rejects.toMatchObject({ code: 1 })
})

async function setUpOperatorScans(server: TestServer) {
  const rania = await makeUser(server, { email: 'rania@firm.example' })
  const omar = await makeUser(server, { email: 'omar@clinic.example' })
  const { id, key } = await makeOperatorKey(server)
  const send = (body: object, token = key, headers = {}) =>
    server.post('/api/scans', { token, body, headers })
  return {
    ...{ rania, omar, id, send },
    sendAll: (recipients: readonly string[], token = key, headers = {}) =>
      send({ scans: recipients.map((recipient) => makeScan({ recipient })) }, token, headers),
    /** The user and the organization of each mail. */
    async kept() {
      const rows = await server.database
        .selectFrom('scans')
        .select(['id', 'user_id', 'organization_id'])
        .orderBy('id')
        .execute()
      return new Map(rows.map((row) => [row.id, [row.user_id, row.organization_id]]))
    },
    refused: (subject: string) =>
      server.services.database
        .selectFrom('refused_requests')
        .select(['reason', 'count'])
        .where('subject', '=', subject)
        .orderBy('reason')
        .execute(),
    async suspend(organizationId: string) {
      const { token } = await signInAdmin(server)
      const body = { id: organizationId, is_suspended: true }
      const answer = await server.post('/api/admin/organizations/status', { token, body })
      expect(answer.status).toBe(200)
    },
  }
}

const idsIn = ({ body }: { readonly body: unknown }): string[] =>
  Object(body).scans.map(({ id }: { readonly id: string }) => id)

test('a batch of several organizations is answered in its order, and each mail counts for that of its recipient', async () => {
  await using server = await createTestServer()
  const { rania, omar, id, sendAll, kept, refused } = await setUpOperatorScans(server)
  await makeAlias(server, omar, 'doctor@clinic.example')
  const recipients = ['doctor@clinic.example', 'info@firm.example', 'Rania+news@firm.example']
  const answer = await sendAll([...recipients, omar.email, rania.email])
  expect(answer.status).toBe(207)
  expect(answer.body).toMatchObject({
    refused: [{ index: 1, code: 'unknown_recipient', params: { field: 'scans[1].recipient' } }],
  })
  const owners = await kept()
  const ofOmar = [omar.id, omar.organizationId]
  const ofRania = [rania.id, rania.organizationId]
  const expected = [ofOmar, ofRania, ofOmar, ofRania]
  expect(idsIn(answer).map((scan) => owners.get(scan))).toEqual(expected)
  expect(await refused(id)).toEqual([{ reason: 'unknown_recipient', count: 1 }])
})

test('a key of the operator tells nothing of organizations that it does not cover', async () => {
  await using server = await createTestServer()
  const { rania, omar, send, sendAll, kept, refused } = await setUpOperatorScans(server)
  const { id, key } = await makeOperatorKey(server, 'report', [rania.organizationId])
  const of = (recipient: string) => send(makeScan({ recipient }), key)
  const notCovered = await of(omar.email)
  expect(await refused(id)).toEqual([{ reason: 'not_covered', count: 1 }])
  const unknown = await of('nobody@clinic.example')
  expect(notCovered).toMatchObject({ status: 404, code: 'unknown_recipient' })
  expect(JSON.stringify(notCovered.body).replaceAll(omar.email, '?')).toBe(
    JSON.stringify(unknown.body).replaceAll('nobody@clinic.example', '?'),
  )
  expect((await sendAll([omar.email, 'nobody@clinic.example'], key)).status).toBe(422)
  expect((await kept()).size).toBe(0)
})

test('mail of a suspended organization is refused, and that of the others is taken', async () => {
  await using server = await createTestServer()
  const { rania, omar, send, sendAll, refused, suspend } = await setUpOperatorScans(server)
  await suspend(rania.organizationId)
  const suspended = { code: 'organization_suspended' }
  expect(await send(makeScan({ recipient: rania.email }))).toMatchObject({
    ...{ status: 403, ...suspended },
  })
  const answer = await sendAll([rania.email, omar.email])
  expect(answer).toMatchObject({ status: 207, body: { refused: [{ index: 0, ...suspended }] } })
  expect(idsIn(answer)).toHaveLength(1)
  expect(await refused(rania.organizationId)).toEqual([{ reason: 'suspended', count: 1 }])
})

test('a repeated report gets its first answer, also when a recipient moved meanwhile', async () => {
  await using server = await createTestServer()
  const { rania, omar, sendAll, kept } = await setUpOperatorScans(server)
  const headers = { 'Idempotency-Key': 'first' }
  const recipients = [rania.email, omar.email, 'info@firm.example']
  const first = await sendAll(recipients, undefined, headers)
  expect(first.status).toBe(207)
  await changeUser(server, rania.id, { organization_id: omar.organizationId })
  expect(await sendAll(recipients, undefined, headers)).toMatchObject({
    ...{ status: 207, body: first.body },
  })
  expect((await kept()).size).toBe(2)
  expect(await sendAll([omar.email], undefined, headers)).toMatchObject({
    ...{ status: 422, code: 'key_reused' },
  })
  // Another key of the operator has idempotency keys of its own.
  const other = await makeOperatorKey(server)
  expect((await sendAll([omar.email], other.key, headers)).status).toBe(200)
})
