import { expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeGatewayKey, makeScan, makeUser } from '../../support/worlds/factories.ts'

async function setUp(server: TestServer) {
  const user = await makeUser(server, { email: 'rania@firm.example' })
  const token = await makeGatewayKey(server, user.organizationId)
  const report = (fields: object) =>
    server.post('/api/scans', {
      token,
      body: { ...makeScan({ recipient: user.email, threat_level: 'malicious' }), ...fields },
    })
  const senders = async () =>
    (await server.database.selectFrom('scans').select('sender_domain').execute()).map(
      (row) => row.sender_domain,
    )
  return { user, report, senders }
}

test('the null sender is not a valid recipient', async () => {
  await using server = await createTestServer()
  const { report } = await setUp(server)
  expect((await report({ recipient: '<>' })).status).toBe(422)
})

test('mail to a tagged address reaches the user without the tag', async () => {
  await using server = await createTestServer()
  const { user, report } = await setUp(server)
  for (const recipient of [
    'rania+shop@firm.example',
    'RANIA+a+b@firm.example',
    '<rania+@firm.example>',
    '"rania"@firm.example',
  ]) {
    expect((await report({ recipient })).status, recipient).toBe(200)
  }
  const totals = await server.database.selectFrom('scan_totals').selectAll().execute()
  expect(totals).toMatchObject([{ user_id: user.id, malicious: 4 }])
  expect((await report({ recipient: '+rania@firm.example' })).status).toBe(404)
  expect((await report({ recipient: '"rania+shop x"@firm.example' })).status).toBe(404)
})

test('a user whose own address has a tag gets their own mail', async () => {
  await using server = await createTestServer()
  const { user, report } = await setUp(server)
  const tagged = await makeUser(server, {
    email: 'rania+shop@firm.example',
    organizationId: user.organizationId,
  })
  expect((await report({ recipient: tagged.email })).status).toBe(200)
  const totals = await server.database.selectFrom('scan_totals').select('user_id').execute()
  expect(totals).toEqual([{ user_id: tagged.id }])
})
