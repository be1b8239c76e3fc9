import { expect, test } from 'vitest'
import { keyScopes, scopeOfAccess } from '../../../contract/core/key-scope.ts'
import { issueGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeScan, makeUser } from '../../support/worlds/factories.ts'

test('a key reports mail only with the scope for it, and the answer names that scope', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const body = makeScan({ recipient: user.email })
  const keyOf = async (scope: (typeof keyScopes)[number]) =>
    (await issueGatewayKey(server, user.organizationId, { label: '', scope })).key
  expect((await server.post('/api/scans', { token: await keyOf('report'), body })).status).toBe(200)
  const refused = await server.post('/api/scans', { token: await keyOf('flags'), body })
  expect(refused).toMatchObject({
    status: 403,
    code: 'wrong_key_scope',
    params: { scope: 'flags', needed: 'report' },
    detail: "This gateway key has the scope 'flags'. The call needs a key with the scope 'report'.",
  })
  const unknown = await server.post('/api/scans', { token: 'nonsense', body })
  expect(unknown).toMatchObject({ status: 401, code: 'gateway_key_required' })
  const mail = await server.database.selectFrom('scans').selectAll().execute()
  expect(mail).toHaveLength(1)
})

test('each scope is that of one access of the contract', () => {
  expect(Object.values(scopeOfAccess).toSorted()).toEqual([...keyScopes].toSorted())
})
