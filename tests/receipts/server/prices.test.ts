import { expect, test } from 'vitest'
import { adminDashboardEndpoint } from '../../../contract/organizations/admin-dashboard.ts'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { type Prices, priceOf, prices } from '../../../contract/receipts/price.ts'
import { createApp } from '../../../server/app.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

const raised: Prices = [...prices, { from: '2025-04', fils: 120 }, { from: '2025-06', fils: 90 }]

async function setUp(server: TestServer) {
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const organizationId = await makeOrganization(server)
  const user = await makeUser(server, { organizationId })
  const report = (month: string, count: number) =>
    reportScans(
      server,
      user,
      Array.from({ length: count }, () => ({ received_at: `${month}-30` })),
    )
  /** As the server answers with these prices. */
  const generate = async (month: number, list: Prices = server.services.prices) => {
    const app = createApp({ ...server.services, prices: list })
    const path = `/api/admin/generate-receipt/${organizationId}/2025/${month}`
    const answer = await request(app, 'POST', path, { token })
    expect(answer.status, answer.text).toBe(200)
    return answer.output(generateReceiptEndpoint)
  }
  return { token, organizationId, report, generate }
}

test('each month costs what an email cost in it, in every figure', async () => {
  await using server = await createTestServer({ services: { prices: raised } })
  const { token, organizationId, report } = await setUp(server)
  for (const [month, count] of [
    ['2025-03', 2],
    ['2025-04', 3],
    ['2025-05', 1],
    ['2025-06', 4],
  ] as const) {
    await report(month, count)
  }
  const summary = await server.get(`/api/admin/organizations/${organizationId}/summary`, { token })
  const { months, organization } = summary.output(showOrganizationSummaryEndpoint)
  expect(months.map(({ month, cost }) => [month, cost])).toEqual([
    ['2025-06', 0.36],
    ['2025-05', 0.12],
    ['2025-04', 0.36],
    ['2025-03', 0.2],
  ])
  expect(organization).toMatchObject({ total_scans: 10, total_cost: 1.04 })
  const list = await server.get('/api/admin/organizations', { token })
  const costs = list.output(listOrganizationsEndpoint).map(({ total_cost }) => total_cost)
  expect(costs).toContain(1.04)
  const dashboard = await server.get('/api/admin/dashboard', { token })
  expect(dashboard.output(adminDashboardEndpoint)).toMatchObject({
    total_revenue: 1.04,
    system_performance: { average_scan_cost: 0.104 },
  })
})

test('a receipt has the price of its month, and late email of it has the same', async () => {
  await using server = await createTestServer({ services: { prices: raised } })
  const { report, generate } = await setUp(server)
  await report('2025-03', 2)
  await report('2025-04', 3)
  expect(await generate(3)).toMatchObject({ total_scans: 2, total_cost: 0.2 })
  const { receipt_url, ...april } = await generate(4)
  expect(april).toMatchObject({ total_scans: 3, total_cost: 0.36 })
  const page = await (await server.app.request(receipt_url)).text()
  expect(page).toContain('0.12 JOD')
  // Billed in a later month, at another price.
  await report('2025-03', 5)
  expect(await generate(3)).toMatchObject({ total_scans: 5, total_cost: 0.5 })
})

test('a price that is changed too late changes no receipt, and no supplement to it', async () => {
  await using server = await createTestServer()
  const { report, generate } = await setUp(server)
  await report('2025-03', 10)
  const issued = await generate(3)
  const tooLate: Prices = [...prices, { from: '2025-02', fils: 200 }]
  expect(await generate(3, tooLate)).toMatchObject({
    total_cost: 1,
    message: issued.message,
  })
  await report('2025-03', 3)
  expect(await generate(3, tooLate)).toMatchObject({ total_scans: 3, total_cost: 0.3 })
})

test('the months until today have the first price, and a price begins with its month', () => {
  for (const month of ['1999-12', '2024-01', '2025-03']) expect(priceOf(month)).toBe(100)
  expect(['2025-03', '2025-04', '2025-05', '2025-06'].map((it) => priceOf(it, raised))).toEqual([
    100, 120, 120, 90,
  ])
  const starts = prices.map(({ from }) => from)
  expect(starts).toEqual([...new Set(starts)].toSorted())
})
