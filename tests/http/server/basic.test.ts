import { expect, test } from 'vitest'
import { issueGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeGatewayKey, makeScan, makeSession, makeUser } from '../../support/worlds/factories.ts'

const basic = (credentials: string | Buffer) =>
  `Basic ${Buffer.from(credentials).toString('base64')}`

async function setUp(server: TestServer) {
  const user = await makeUser(server)
  const body = makeScan({ recipient: user.email })
  return {
    user,
    report: async (authorization: string) =>
      server.post('/api/scans', { headers: { authorization }, body }),
  }
}

test("a gateway's key is also taken as the password of any user name", async () => {
  await using server = await createTestServer()
  const { user, report } = await setUp(server)
  const key = await makeGatewayKey(server, user.organizationId)
  for (const name of ['rspamd', '', 'رسائل']) {
    expect((await report(basic(`${name}:${key}`))).status, name).toBe(200)
  }
  const lowerCase = basic(`rspamd:${key}`).replace('Basic ', 'basic   ')
  expect((await report(lowerCase)).status).toBe(200)
})

test('a password is read as UTF-8 and may contain colons', async () => {
  await using server = await createTestServer()
  const { user, report } = await setUp(server)
  const label = { label: 'test' }
  const { key } = await issueGatewayKey(server, user.organizationId, label, 'clé:of:مفتاح')
  expect((await report(basic(`rspamd:${key}`))).status).toBe(200)
  expect((await report(basic(`rspamd:${key}:`))).status).toBe(401)
  expect((await report(basic(Buffer.from('rspamd:clé', 'latin1')))).status).toBe(401)
})

test('Basic authentication without a valid key is rejected, and both schemes are named', async () => {
  await using server = await createTestServer()
  const { user, report } = await setUp(server)
  const key = await makeGatewayKey(server, user.organizationId)
  for (const authorization of [
    ...[basic(key), basic(`${key}:`), basic(`${key}:rspamd`), basic(':'), basic('')],
    ...['Basic', 'Basic !', `Basic ${key}`, `${basic(`rspamd:${key}`)}, Bearer ${key}`],
  ]) {
    const answer = await report(authorization)
    expect(answer.status, authorization).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer, Basic realm="Aman gateway", charset="UTF-8"',
    )
  }
})

test("a user's session is never taken from Basic authentication, and users are not asked for it", async () => {
  await using server = await createTestServer()
  const { user, report } = await setUp(server)
  const token = await makeSession(server, user)
  const key = await makeGatewayKey(server, user.organizationId)
  for (const password of [token, key]) {
    const headers = { authorization: basic(`${user.username}:${password}`) }
    const answer = await server.get('/api/auth/me', { headers })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
  expect((await report(basic(`rspamd:${token}`))).status).toBe(401)
})
