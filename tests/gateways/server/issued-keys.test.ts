import { expect, test } from 'vitest'
import {
  findGatewayKey,
  issueGatewayKey,
  listGatewayKeys,
  revokeGatewayKey,
} from '../../../server/gateways/keys/gateway-keys.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeOrganization, makeScan, makeUser } from '../../support/worlds/factories.ts'

const minuteMs = 60_000

test('an issued key is found and listed with all that the operator sees, but not itself', async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server)
  const { id, key } = await issueGatewayKey(server, organizationId, { label: 'Exchange' })
  const other = await issueGatewayKey(server, organizationId, {
    label: 'Backup',
    expires_at: '2999-01-01T00:00:00.000Z',
    networks: '192.0.2.0/24',
    scope: 'flags',
  })
  expect(key).toMatch(/^aman_gateway_[\w-]{20,}$/)
  expect(other.key).not.toBe(key)
  expect(await findGatewayKey(server, key)).toEqual({
    ...{
      id,
      cover: { organizationId },
      networks: '',
      last_used_at: null,
      revoked_at: null,
      expires_at: null,
      suspended_at: null,
      scope: 'report',
    },
  })
  const shared = {
    created_at: server.clock().toISOString(),
    revoked_at: null,
    last_used_at: null,
  }
  expect(await listGatewayKeys(server, organizationId)).toEqual([
    { ...shared, id, label: 'Exchange', expires_at: null, networks: '', scope: 'report' },
    {
      ...{ ...shared, id: other.id, label: 'Backup' },
      ...{ expires_at: '2999-01-01T00:00:00.000Z', networks: '192.0.2.0/24' },
      scope: 'flags',
    },
  ])
  expect(await listGatewayKeys(server, await makeOrganization(server))).toEqual([])
})

test('a key is valid until it expires or is revoked by its own organization, once', async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server)
  const expires_at = new Date(server.clock().getTime() + minuteMs).toISOString()
  const short = await issueGatewayKey(server, organizationId, { label: '', expires_at })
  const long = await issueGatewayKey(server, organizationId, { label: '' })
  expect(await findGatewayKey(server, short.key)).toMatchObject({ id: short.id })
  server.clock.pass(minuteMs)
  expect(await findGatewayKey(server, short.key)).toBeUndefined()

  const foreign = await makeOrganization(server)
  expect(await revokeGatewayKey(server, foreign, long.id)).toBe(false)
  expect(await findGatewayKey(server, long.key)).toMatchObject({ id: long.id })
  expect(await revokeGatewayKey(server, organizationId, long.id)).toBe(true)
  expect(await findGatewayKey(server, long.key)).toBeUndefined()
  expect(await revokeGatewayKey(server, organizationId, long.id)).toBe(false)
  expect(await listGatewayKeys(server, organizationId)).toMatchObject([
    { id: short.id, revoked_at: null },
    { id: long.id, revoked_at: server.clock().toISOString() },
  ])
})

test('the last use of a key is noted once a minute', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const { key } = await issueGatewayKey(server, user.organizationId, { label: '' })
  const unused = await issueGatewayKey(server, user.organizationId, { label: '' })
  const start = server.clock().toISOString()
  const lastUse = async () => {
    const body = makeScan({ recipient: user.email })
    expect((await server.post('/api/scans', { token: key, body })).status).toBe(200)
    return (await findGatewayKey(server, key))?.last_used_at
  }
  expect(await lastUse()).toBe(start)
  server.clock.pass(minuteMs - 1)
  expect(await lastUse()).toBe(start)
  server.clock.pass(1)
  expect(await lastUse()).toBe(server.clock().toISOString())
  expect(await findGatewayKey(server, unused.key)).toMatchObject({ last_used_at: null })
})
