import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeGatewayKey, makeScan, makeSession, makeUser } from '../../support/worlds/factories.ts'

async function setUp(server: TestServer) {
  const user = await makeUser(server, { email: 'Rania@firm.example' })
  const token = await makeGatewayKey(server, user.organizationId)
  const session = await makeSession(server, user)
  return {
    user,
    report: (body: unknown) => server.post('/api/scans', { token, body }),
    dashboard: async () =>
      (await server.get('/api/dashboard/employee', { token: session })).output(
        employeeDashboardEndpoint,
      ),
  }
}

test("a reported mail is on the recipient's dashboard at once", {
  tags: ['R280'],
}, async () => {
  await using server = await createTestServer()
  const { report, dashboard } = await setUp(server)
  const answer = await report({
    recipient: 'RANIA@firm.example',
    sender: 'Boss@Evil.example',
    subject: 'Urgent',
    threat_level: 'suspicious',
    detection_reason: 'Unusual pressure',
    indicators: ['Urgent wording', 'First contact'],
    received_at: '2026-03-15T11:30:00+02:00',
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    success: true,
    scans: [{ id: expect.any(String), threat_level: 'suspicious' }],
  })
  expect((await dashboard()).recent_phishing_emails).toEqual([
    {
      id: answer.output(reportScansEndpoint).scans[0]?.id,
      email_subject: 'Urgent',
      sender_domain: 'evil.example',
      sender_address: 'boss@evil.example',
      threat_level: 'suspicious',
      detection_reason: 'Unusual pressure',
      timestamp: '2026-03-15T09:30:00.000Z',
      disposition: null,
      scan_details: { content_analysis: { indicators: ['Urgent wording', 'First contact'] } },
    },
  ])
})

test('the subject and addresses of malicious mail are not stored anywhere', {
  tags: ['R376'],
}, async () => {
  await using server = await createTestServer()
  const { report } = await setUp(server)
  await report(
    makeScan({
      recipient: 'rania@firm.example',
      sender: 'secret-sender@evil.example',
      subject: 'secret subject',
      threat_level: 'malicious',
    }),
  )
  const rows = await server.database.selectFrom('scans').selectAll().execute()
  expect(rows).toMatchObject([{ sender_domain: 'evil.example', delete_after: null }])
  expect(JSON.stringify(rows)).not.toMatch(/secret|rania/)
})

test('a batch is processed in the order of the request', async () => {
  await using server = await createTestServer()
  const { report, dashboard } = await setUp(server)
  const levels = ['safe', 'malicious', 'suspicious', 'safe'] as const
  const scans = levels.map((threat_level) =>
    makeScan({ recipient: 'rania@firm.example', threat_level }),
  )
  const taken = (await report({ scans })).output(reportScansEndpoint).scans
  expect(taken.map(({ threat_level }) => threat_level)).toEqual(levels)
  expect(await dashboard()).toMatchObject({
    total_emails_scanned: 4,
    phishing_emails_caught: 2,
    safe_emails: 2,
  })
})

test.each([
  [{ recipient: 'no address' }, 'recipient: is not an email address'],
  [{ threat_level: 'odd' }, 'threat_level: must be one of safe, suspicious, malicious'],
  [{ indicators: 'one' }, 'indicators: must be a list'],
  [{ indicators: [''] }, 'indicators[0]: must not be empty'],
  [{ indicators: [7] }, 'indicators[0]: must be a text'],
  [{ subject: 'x'.repeat(1001) }, 'subject: must not be longer than 1000'],
  [{ received_at: 'yesterday' }, 'received_at: is not an ISO 8601 time'],
  [{ received_at: '2026-03-15T10:05:01' }, 'received_at: is in the future'],
  [{ received_at: '1969-12-31' }, 'received_at: is before there was mail'],
])('a scan with %o is rejected: %s', { tags: ['R376'] }, async (fields, detail) => {
  await using server = await createTestServer()
  const { report, dashboard } = await setUp(server)
  const bad = { ...makeScan({ recipient: 'rania@firm.example' }), ...fields }
  const one = await report(bad)
  expect(one.status).toBe(422)
  expect(one.detail).toBe(detail)
  const batch = await report({ scans: [bad] })
  expect(batch.status).toBe(422)
  expect(batch.detail).toBe(`scans[0].${detail}`)
  expect(await dashboard()).toMatchObject({ total_emails_scanned: 0 })
})

test('missing, extra and invalid parts of a report are named', async () => {
  await using server = await createTestServer()
  const { report } = await setUp(server)
  const scan = makeScan({ recipient: 'rania@firm.example' })
  const { sender: _, ...senderless } = scan
  expect((await report(senderless)).detail).toBe('sender: is missing')
  expect((await report({ scans: [] })).detail).toBe('scans: must not be empty')
  const many = await report({ scans: Array.from({ length: 101 }, () => scan) })
  expect(many.detail).toBe('scans: must not be longer than 100')
  const { detail } = await report({ scans: [{ ...scan, surprise: 1 }] })
  expect(detail).toBe('scans[0].surprise: is not a known field')
  expect((await report([scan])).status).toBe(422)
  expect((await report('null')).status).toBe(422)
})

test('a time without a zone is UTC, and a missing time is now', async () => {
  await using server = await createTestServer()
  const { report, dashboard } = await setUp(server)
  const scan = makeScan({ recipient: 'rania@firm.example', threat_level: 'malicious' })
  await report({ ...scan, received_at: '2026-03-15 08:00' })
  await report(scan)
  const { recent_phishing_emails: threats } = await dashboard()
  expect(threats?.map(({ timestamp }) => timestamp)).toEqual([
    '2026-03-15T10:00:00.000Z',
    '2026-03-15T08:00:00.000Z',
  ])
})
