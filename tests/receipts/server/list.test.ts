import { expect, test } from 'vitest'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { listReceiptsEndpoint } from '../../../contract/receipts/list-receipts.ts'
import { renewReceiptLinkEndpoint } from '../../../contract/receipts/renew-receipt-link.ts'
import { minuteMs } from '../../../server/core/clock.ts'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import {
  changeUser,
  makeGatewayKey,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

test('receipts are listed for their organization, the newest first, and opened by a new link', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const [user, other] = [await makeUser(server), await makeUser(server)]
  const scan = { received_at: '2025-01-15T08:00:00Z' }
  await reportScans(server, user, [scan, scan])
  await reportScans(server, other, [scan])
  const issue = async (organizationId: string, month: number) =>
    (
      await server.post(`/api/admin/generate-receipt/${organizationId}/2025/${month}`, { token })
    ).output(generateReceiptEndpoint)
  const first = await issue(user.organizationId, 1)
  await issue(user.organizationId, 2)
  await issue(other.organizationId, 1)
  await reportScans(server, user, [scan])
  await issue(user.organizationId, 1)
  const list = async (query: string) => {
    const answer = await server.get(`/api/admin/receipts?${query}`, { token })
    return { rows: answer.output(listReceiptsEndpoint), link: answer.headers.get('Link') }
  }
  const issued_at = server.clock().toISOString()
  const own = `organization_id=${user.organizationId}`
  const all = await list(own)
  expect(all.rows).toEqual([
    ...[
      { id: 'AMAN-2026-000004', month: '2025-01', is_supplement: true, total_scans: 1 },
      { id: 'AMAN-2026-000002', month: '2025-02', is_supplement: false, total_scans: 0 },
      { id: 'AMAN-2026-000001', month: '2025-01', is_supplement: false, total_scans: 2 },
    ].map((row) => ({ ...row, issued_at, total_cost: row.total_scans / 10 })),
  ])
  const page = await list(`${own}&limit=2`)
  expect(page.rows.map(({ id }) => id)).toEqual(['AMAN-2026-000004', 'AMAN-2026-000002'])
  const next = /<\/api(\/admin\/receipts\?[^>]+)>/.exec(page.link ?? '')?.[1] ?? ''
  const rest = (await server.get(`/api${next}`, { token })).output(listReceiptsEndpoint)
  expect(rest.map(({ id }) => id)).toEqual(['AMAN-2026-000001'])
  expect((await list('')).rows).toHaveLength(4)

  // The first link has expired; the receipt is the same.
  server.clock.pass(16 * minuteMs)
  const open = (url: string) => server.app.request(url.slice(new URL(url).origin.length))
  expect((await open(first.receipt_url)).status).toBe(403)
  const again = await server.post('/api/admin/receipts/AMAN-2026-000001/link', { token })
  const { receipt_url } = again.output(renewReceiptLinkEndpoint)
  const opened = await open(receipt_url)
  expect(opened.status).toBe(200)
  expect(await opened.text()).toContain('AMAN-2026-000001')
  const acts = await server.database
    .selectFrom('audit')
    .select('target_id')
    .where('action', '=', 'receipt-link')
    .execute()
  expect(acts).toEqual([{ target_id: 'AMAN-2026-000001' }])
  const unknown = await server.post('/api/admin/receipts/AMAN-2026-999999/link', { token })
  expect(unknown.status).toBe(404)
  expect(await server.database.selectFrom('receipts').selectAll().execute()).toHaveLength(4)
})

test('the page of an organization has its months, users and keys', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { password: 'violet kettle drum' })
  const { organizationId } = user
  const invited = await makeUser(server, { organizationId })
  await makeUser(server, { organizationId, is_active: 0 })
  await changeUser(server, invited.id, { invitation_expires_at: server.clock().toISOString() })
  await makeGatewayKey(server, organizationId)
  await reportScans(server, user, [
    {},
    { received_at: '2025-01-15' },
    { threat_level: 'malicious' },
  ])
  await reportScans(server, await makeUser(server), [{}])
  const answer = await server.get(`/api/admin/organizations/${organizationId}/summary`, { token })
  expect(answer.output(showOrganizationSummaryEndpoint)).toMatchObject({
    organization: { id: organizationId, total_scans: 3, total_cost: 0.3 },
    users: { total: 3, active: 2, invited: 1 },
    gateway_keys: 1,
    months: [
      { month: '2026-03', safe: 1, suspicious: 0, malicious: 1, cost: 0.2 },
      { month: '2025-01', safe: 1, suspicious: 0, malicious: 0, cost: 0.1 },
    ],
  })
  const unknown = await server.get('/api/admin/organizations/unknown/summary', { token })
  expect(unknown.status).toBe(404)
})
