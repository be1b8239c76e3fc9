import { expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeAlias, makeOperatorKey, makeScan, makeUser } from '../../support/worlds/factories.ts'

async function setUp(server: TestServer) {
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

test('a mail that a key of the operator reports counts for the organization of its recipient', async () => {
  await using server = await createTestServer()
  const { rania, omar, send, kept } = await setUp(server)
  await makeAlias(server, omar, 'doctor@clinic.example')
  const one = await send(makeScan({ recipient: 'Rania+news@firm.example' }))
  const other = await send(makeScan({ recipient: 'doctor@clinic.example' }))
  expect([one.status, other.status]).toEqual([200, 200])
  const [ofOne = '', ofOther = ''] = [...idsIn(one), ...idsIn(other)]
  expect(await kept()).toEqual(
    new Map([
      [ofOne, [rania.id, rania.organizationId]],
      [ofOther, [omar.id, omar.organizationId]],
    ]),
  )
})

test('a batch of several organizations is answered in its order, with what has no place', async () => {
  await using server = await createTestServer()
  const { rania, omar, id, sendAll, kept, refused } = await setUp(server)
  const answer = await sendAll([
    omar.email,
    'info@firm.example',
    rania.email,
    omar.email,
    rania.email,
  ])
  expect(answer.status).toBe(207)
  expect(answer.body).toMatchObject({
    refused: [{ index: 1, code: 'unknown_recipient', params: { field: 'scans[1].recipient' } }],
  })
  const owners = await kept()
  expect(idsIn(answer).map((scan) => owners.get(scan)?.[0])).toEqual([
    omar.id,
    rania.id,
    omar.id,
    rania.id,
  ])
  expect(await refused(id)).toEqual([{ reason: 'unknown_recipient', count: 1 }])
})

test('a key of the operator tells nothing of organizations that it does not cover', async () => {
  await using server = await createTestServer()
  const { rania, omar, send, sendAll, kept, refused } = await setUp(server)
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
  const { rania, omar, send, sendAll, refused, suspend } = await setUp(server)
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
  const { rania, omar, sendAll, kept } = await setUp(server)
  const headers = { 'Idempotency-Key': 'first' }
  const recipients = [rania.email, omar.email, 'info@firm.example']
  const first = await sendAll(recipients, undefined, headers)
  expect(first.status).toBe(207)
  await server.database
    .updateTable('users')
    .set({ organization_id: omar.organizationId })
    .where('id', '=', rania.id)
    .execute()
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
