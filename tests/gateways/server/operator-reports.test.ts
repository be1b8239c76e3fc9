import { expect, inject } from 'vitest'
import { hourMs } from '../../../server/core/clock.ts'
import { coverOrganizations } from '../../../server/gateways/keys/operator-keys.ts'
import { makeReport, makeSymbol } from '../../support/mail/rspamd.ts'
import {
  createTestServer,
  type TestServer,
  visitHousekeeping,
} from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { changeUser, makeAlias, makeUser, signInAdmin } from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeOperatorKey } from '../../support/worlds/mail-factories.ts'

async function setUp(server: TestServer) {
  const rania = await makeUser(server, { email: 'rania@firm.example' })
  const omar = await makeUser(server, { email: 'omar@clinic.example' })
  const { id, key } = await makeOperatorKey(server)
  const report = (rcpt: readonly string[], overrides = {}, token = key) =>
    server.post('/api/rspamd', { token, body: makeReport({ rcpt: [...rcpt], ...overrides }) })
  return {
    ...{ rania, omar, id, report },
    async owners() {
      const rows = await server.database.selectFrom('scans').select('user_id').execute()
      return rows.map(({ user_id }) => user_id).toSorted()
    },
    refused(subject: string) {
      return server.services.database
        .selectFrom('refused_requests')
        .select(['reason', 'count'])
        .where('subject', '=', subject)
        .orderBy('reason')
        .execute()
    },
  }
}

test('a report by a key of the operator counts for the organization of each recipient', async () => {
  await using server = await createTestServer()
  const { rania, omar, id, report, owners, refused } = await setUp(server)
  await makeAlias(server, omar, 'doctor@clinic.example')
  const rcpt = ['Rania+news@firm.example', 'doctor@clinic.example', 'info@firm.example', '?']
  expect((await report(rcpt)).body).toEqual({ success: true, taken: 2, ignored: 2 })
  expect(await owners()).toEqual([rania.id, omar.id].toSorted())
  const months = await server.database.selectFrom('monthly_scans').selectAll().execute()
  expect(months.map(({ organization_id }) => organization_id).toSorted()).toEqual(
    [rania.organizationId, omar.organizationId].toSorted(),
  )
  expect(await refused(id)).toEqual([{ reason: 'unknown_recipient', count: 1 }])
  expect(server.logged.join('\n')).not.toContain('requests of gateways refused')
  // A repeat counts once for each organization.
  expect((await report(rcpt)).body).toMatchObject({ taken: 2 })
  expect(await owners()).toHaveLength(2)
})

test('an address is of one user, also where it is the tag of another organization', async () => {
  await using server = await createTestServer()
  const { rania, report, owners } = await setUp(server)
  const tagged = await makeUser(server, { email: 'rania+sales@firm.example' })
  const answer = await report([tagged.email, rania.email])
  expect(answer.body).toMatchObject({ taken: 2, ignored: 0 })
  expect(await owners()).toEqual([tagged.id, rania.id].toSorted())
})

test('a key of the operator for chosen organizations places no mail in another', async () => {
  await using server = await createTestServer()
  const { rania, omar, report, owners, refused } = await setUp(server)
  const chosen = await makeOperatorKey(server, 'report', [rania.organizationId])
  const answer = await report([rania.email, omar.email], {}, chosen.key)
  expect(answer.body).toEqual({ success: true, taken: 1, ignored: 1 })
  expect(await owners()).toEqual([rania.id])
  expect(await refused(chosen.id)).toEqual([{ reason: 'not_covered', count: 1 }])
  // One whose organizations are all gone is not for all.
  const none = await makeOperatorKey(server, 'report', [])
  expect((await report([rania.email], { message_id: 'x@y' }, none.key)).body).toMatchObject({
    taken: 0,
  })
})

test('mail of a suspended organization is not recorded by a key of the operator', async () => {
  await using server = await createTestServer()
  const { rania, omar, report, owners, refused } = await setUp(server)
  const { token } = await signInAdmin(server)
  const body = { id: rania.organizationId, is_suspended: true }
  expect((await server.post('/api/admin/organizations/status', { token, body })).status).toBe(200)
  expect((await report([rania.email, omar.email])).body).toMatchObject({ taken: 1, ignored: 1 })
  expect(await owners()).toEqual([omar.id])
  expect(await refused(rania.organizationId)).toEqual([{ reason: 'suspended', count: 1 }])
})

test('mail follows a user to another organization at once', async ({ server }) => {
  const { rania, omar, report } = await setUp(server)
  const { organizationId } = omar
  await changeUser(server, rania.id, { organization_id: organizationId })
  expect((await report([rania.email])).body).toMatchObject({ taken: 1 })
  const months = await server.database.selectFrom('monthly_scans').selectAll().execute()
  expect(months.map(({ organization_id }) => organization_id)).toEqual([organizationId])
})

test('each organization reads its own answer of the judge', async ({ server }) => {
  const { rania, omar, report } = await setUp(server)
  const options = [
    `${rania.organizationId} mark suspicious asks_for_password`,
    `${omar.organizationId} watch safe `,
  ]
  const symbols = [makeSymbol('AMAN_JUDGE', { score: 0, options })]
  await report([rania.email, omar.email], { symbols })
  const rows = await server.database
    .selectFrom('scans')
    .select(['user_id', 'judge_level'])
    .execute()
  expect(new Map(rows.map(({ user_id, judge_level }) => [user_id, judge_level]))).toEqual(
    new Map([
      [rania.id, 'suspicious'],
      [omar.id, 'safe'],
    ]),
  )
})

test('a flood of one organization through the key of the operator delays no other', async () => {
  await using server = await createTestServer()
  const { rania, omar, report } = await setUp(server)
  const order: string[] = []
  const send = async (email: string, number: number) => {
    const { status } = await report([email], { message_id: `${number}@sender.example` })
    if (status === 200) order.push(email)
    return status
  }
  // The queue has a bound of 500 on each engine. On a busy machine PostgreSQL itself refuses so many.
  const flood = inject('postgres') === undefined ? 600 : 150
  const answers = Array.from({ length: flood }, (_, number) => send(rania.email, number))
  answers.push(send(omar.email, flood))
  const statuses = await Promise.all(answers)
  expect(new Set(statuses)).toEqual(new Set(flood > 500 ? [200, 503] : [200]))
  expect(order.indexOf(omar.email)).toBeGreaterThanOrEqual(0)
  expect(order.indexOf(omar.email)).toBeLessThan(100)
})

test('a key of one organization still reports for that organization alone', async ({ server }) => {
  const { rania, omar, report, owners } = await setUp(server)
  const own = await makeGatewayKey(server, rania.organizationId)
  expect((await report([rania.email, omar.email], {}, own)).body).toMatchObject({ taken: 1 })
  expect(await owners()).toEqual([rania.id])
})

test('an organization behind a key of the operator is noticed when it falls silent', async () => {
  await using server = await createTestServer()
  const { rania, omar, id, report } = await setUp(server)
  const silent = async () => {
    // The longest pause that is no downtime of the server.
    for (let hours = 0; hours < 30; hours += 2) {
      server.clock.pass(2 * hourMs)
      await visitHousekeeping(server.services)
    }
    const rows = await server.database
      .selectFrom('arrivals')
      .select('organization_id')
      .where('silent_since', 'is not', null)
      .execute()
    return rows.map(({ organization_id }) => organization_id)
  }
  await visitHousekeeping(server.services)
  await report([rania.email])
  expect(await silent()).toEqual([rania.organizationId])
  // A key that was revoked, or covers other organizations, was taken away on purpose.
  await report([rania.email], { message_id: 'x@y' })
  await coverOrganizations(server.database, id, [omar.organizationId])
  expect(await silent()).toEqual([])
})
