import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeGatewayKey, makeScan, makeSession, makeUser } from '../../support/worlds/factories.ts'

const good = makeScan({ recipient: 'rania@firm.example' })

async function setUp(server: TestServer) {
  const user = await makeUser(server, { email: good.recipient })
  const token = await makeGatewayKey(server, user.organizationId)
  const session = await makeSession(server, user)
  return {
    user,
    report: (body: unknown, key?: string) =>
      server.post('/api/scans', {
        token,
        body,
        ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
      }),
    countScanned: async () => {
      const answer = await server.get('/api/dashboard/employee', { token: session })
      return answer.output(employeeDashboardEndpoint).total_emails_scanned
    },
  }
}

test('a batch is processed scan by scan, and each rejected scan has its index and a reason', async () => {
  await using server = await createTestServer()
  const { report, countScanned } = await setUp(server)
  const stranger = await makeUser(server, { email: 'other@elsewhere.example' })
  const answer = await report({
    scans: [
      { ...good, recipient: 'unknown@firm.example' },
      { ...good, threat_level: 'suspicious' },
      { ...good, recipient: stranger.email },
      { ...good, indicators: [7] },
      { ...good, received_at: '2026-03-15T10:05:01' },
      good,
      'nonsense',
    ],
  })
  expect(answer.status).toBe(207)
  const { scans, refused } = answer.output(reportScansEndpoint)
  expect(scans.map(({ threat_level }) => threat_level)).toEqual(['suspicious', 'safe'])
  const unknown = 'recipient: no user of this organization has the address'
  expect(refused?.map(({ index, detail }) => ({ index, detail }))).toEqual([
    { index: 0, detail: `scans[0].${unknown} unknown@firm.example` },
    { index: 2, detail: `scans[2].${unknown} other@elsewhere.example` },
    { index: 3, detail: 'scans[3].indicators[0]: must be a text' },
    { index: 4, detail: 'scans[4].received_at: is in the future' },
    { index: 6, detail: 'scans[6]: must be an object' },
  ])
  expect(await countScanned()).toBe(2)
})

test('each rejected scan of a batch has the code, params and fields of its error', async () => {
  await using server = await createTestServer()
  const { report } = await setUp(server)
  const unknown = { ...good, recipient: 'unknown@firm.example' }
  const threat_level = 'harmless'
  const inPart = await report({ scans: [good, unknown, { ...good, threat_level }] }, 'a-key')
  const params = { field: 'scans[1].recipient', recipient: unknown.recipient }
  const refused = [
    {
      index: 1,
      code: 'unknown_recipient',
      params,
      fields: [{ field: params.field, code: 'unknown_recipient', params }],
    },
    {
      index: 2,
      code: 'invalid_input',
      params: {},
      fields: [
        {
          field: 'scans[2].threat_level',
          code: 'not_one_of',
          params: { allowed: ['safe', 'suspicious', 'malicious'] },
        },
      ],
    },
  ]
  expect(inPart).toMatchObject({ status: 207, body: { refused } })
  const again = await report({ scans: [good, unknown, { ...good, threat_level }] }, 'a-key')
  expect(again.text).toBe(inPart.text)
  const none = await report({ scans: [unknown] })
  const field = 'scans[0].recipient'
  expect(none).toMatchObject({
    status: 422,
    code: 'scans_refused',
    body: { refused: [{ index: 0, code: 'unknown_recipient', params: { field } }] },
  })
})

test('a batch without a valid scan is a 422 with a reason for each', async () => {
  await using server = await createTestServer()
  const { report, countScanned } = await setUp(server)
  const scans = Array.from({ length: 12 }, () => ({ ...good, recipient: 'x' }))
  const { status, body, detail } = await report({ scans })
  expect(status).toBe(422)
  expect(detail).toMatch(/^scans\[0\]\.recipient: is not an email address; .*; and 2 more$/)
  expect(body).toMatchObject({ success: false, refused: { length: 12 } })
  expect(await countScanned()).toBe(0)
})

test('a single scan gets its own error', async () => {
  await using server = await createTestServer()
  const { report } = await setUp(server)
  const unknown = await report({ ...good, recipient: 'unknown@firm.example' })
  expect(unknown).toMatchObject({
    status: 404,
    detail: 'recipient: no user of this organization has the address unknown@firm.example',
  })
  expect(unknown.body).not.toHaveProperty('refused')
  expect((await report({ ...good, recipient: 'x' })).status).toBe(422)
})

test('a partly accepted report is answered again under its key and counted once', async () => {
  await using server = await createTestServer()
  const { user, report, countScanned } = await setUp(server)
  const late = { ...good, recipient: 'late@firm.example' }
  const first = await report({ scans: [good, late, 7] }, 'key')
  expect(first.status).toBe(207)
  await makeUser(server, { email: late.recipient, organizationId: user.organizationId })
  const again = await report({ scans: [good, late, 7] }, 'key')
  expect(again).toMatchObject({ status: 207, text: first.text })
  expect(await countScanned()).toBe(1)
  const other = await report({ scans: [good, late, 8] }, 'key')
  expect(other).toMatchObject({
    status: 422,
    detail: 'Idempotency-Key: was used for another report already',
  })
})

test('a batch of which nothing was accepted may be reported again under its key', async () => {
  await using server = await createTestServer()
  const { user, report } = await setUp(server)
  const late = { ...good, recipient: 'late@firm.example' }
  expect((await report({ scans: [late] }, 'key')).status).toBe(422)
  await makeUser(server, { email: late.recipient, organizationId: user.organizationId })
  expect((await report({ scans: [late] }, 'key')).status).toBe(200)
})
