import { expect, test } from 'vitest'
import { findRecipients } from '../../../server/emails/recipients.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeAlias, makeGatewayKey, makeScan, makeUser } from '../../support/worlds/factories.ts'

async function setUp(server: TestServer) {
  const rania = await makeUser(server, { email: 'rania@firm.example' })
  const { organizationId } = rania
  const omar = await makeUser(server, { organizationId, email: 'omar@firm.example' })
  const tagged = await makeUser(server, { organizationId, email: 'rania+own@firm.example' })
  const stranger = await makeUser(server, { email: 'stranger@firm.example' })
  await makeAlias(server, omar, 'sales@firm.example')
  await makeAlias(server, rania, 'sales+big@firm.example')
  await makeAlias(server, omar, 'rania+both@firm.example')
  await makeAlias(server, stranger, 'strange@firm.example')
  const users = new Map(Object.entries({ rania, omar, tagged }))
  return { organizationId, users }
}

test.each([
  ['rania@firm.example', 'rania'],
  ['rania+own@firm.example', 'tagged'],
  ['rania+shop@firm.example', 'rania'],
  ['rania+both@firm.example', 'rania'],
  ['sales@firm.example', 'omar'],
  ['sales+shop@firm.example', 'omar'],
  ['sales+big@firm.example', 'rania'],
  ['strange@firm.example', undefined],
  ['stranger@firm.example', undefined],
  ['unknown@firm.example', undefined],
])('mail to %s is that of %s', async (recipient, name) => {
  await using server = await createTestServer()
  const { organizationId, users } = await setUp(server)
  const scans = [recipient, 'omar@firm.example', 'unknown+tag@firm.example'].map((address) =>
    makeScan({ recipient: address }),
  )
  const find = await findRecipients(server.database, organizationId, scans)
  const [scan] = scans
  expect(scan && find(scan)).toBe(name === undefined ? undefined : users.get(name)?.id)
})

test('mail to an alias is counted for its user, whatever way it is reported', async () => {
  await using server = await createTestServer()
  const { organizationId, users } = await setUp(server)
  const token = await makeGatewayKey(server, organizationId)
  const body = makeScan({ recipient: 'Sales+spring@firm.example' })
  expect((await server.post('/api/scans', { token, body })).status).toBe(200)
  const report = {
    action: 'no action',
    score: 0,
    symbols: [],
    rcpt: ['Sales@firm.example', 'strange@firm.example'],
    from: 'a@b.example',
    message_id: 'one@b.example',
  }
  expect(await server.post('/api/rspamd', { token, body: report })).toMatchObject({
    body: { success: true, taken: 1, ignored: 1 },
  })
  const scans = await server.database.selectFrom('scans').select('user_id').execute()
  const omar = users.get('omar')?.id
  expect(scans).toEqual([{ user_id: omar }, { user_id: omar }])
})
