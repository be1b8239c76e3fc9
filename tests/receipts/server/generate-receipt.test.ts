import * as v from 'valibot'
import { expect } from 'vitest'
import { adminDashboardEndpoint } from '../../../contract/organizations/admin-dashboard.ts'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { type Prices, priceOf, prices } from '../../../contract/receipts/price.ts'
import { createApp } from '../../../server/app.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { test } from '../../support/server/server-test.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import {
  changeOrganization,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const path = (organizationId: string, year: number | string = 2025, month: number | string = 3) =>
  `/api/admin/generate-receipt/${organizationId}/${year}/${month}`

async function adminOf(server: TestServer): Promise<string> {
  return makeSession(server, await makeUser(server, { role: 'super_admin' }))
}

async function scanInMarch(server: TestServer, organizationId: string, count: number) {
  const user = await makeUser(server, { organizationId })
  const levels = ['safe', 'suspicious', 'malicious'] as const
  const scans = Array.from({ length: count }, (_, position) => ({
    threat_level: levels[position % 3] ?? 'safe',
    received_at: '2025-03-31T23:59:59Z',
  }))
  await reportScans(server, user, scans)
}

async function generate(server: TestServer, token: string, organizationId: string, month = 3) {
  const answer = await server.post(path(organizationId, 2025, month), { token })
  expect(answer.status, answer.text).toBe(200)
  return answer.output(generateReceiptEndpoint)
}

test('a receipt costs 0.10 JOD for each scan of the month, regardless of its verdict', {
  tags: ['R284', 'R365'],
}, async ({ server }) => {
  const token = await adminOf(server)
  const organizationId = await makeOrganization(server)
  await scanInMarch(server, organizationId, 37)
  const { status, body } = await server.post(path(organizationId), { token, body: {} })
  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    receipt_url: expect.stringMatching(
      /^http:\/\/localhost\/api\/receipts\/AMAN-2026-000001\?expires=\d+&signature=[\w-]{43}$/,
    ),
    total_cost: 3.7,
    total_scans: 37,
    message: 'Receipt AMAN-2026-000001 for March 2025: 3.70 JOD',
  })
})

test('a month without scans has a receipt with an amount of 0', { tags: ['R284'] }, async () => {
  await using server = await createTestServer()
  const token = await adminOf(server)
  const receipt = await generate(server, token, await makeOrganization(server))
  expect(receipt).toMatchObject({ total_cost: 0, total_scans: 0 })
  expect(receipt.message).toMatch(/0\.00 JOD$/)
})

test('number, figures and names of a receipt do not change after it is issued', async () => {
  await using server = await createTestServer()
  const token = await adminOf(server)
  const organizationId = await makeOrganization(server, { name: 'Olive Branch' })
  await scanInMarch(server, organizationId, 10)
  const first = await generate(server, token, organizationId)
  await changeOrganization(server, organizationId, { name: 'Renamed' })
  server.clock.pass(60_000)
  const again = await generate(server, token, organizationId)
  expect(again).toMatchObject({ total_cost: 1, total_scans: 10, message: first.message })
  const page = await server.app.request(again.receipt_url)
  expect(await page.text()).toContain('Olive Branch')
})

test('each organization and month has its own number, without a gap', async ({ server }) => {
  const token = await adminOf(server)
  const organizations = [await makeOrganization(server), await makeOrganization(server)]
  const numbers: string[] = []
  for (const organizationId of organizations) {
    for (const month of [1, 2, 2]) {
      const { message } = await generate(server, token, organizationId, month)
      numbers.push(/AMAN-\d+-(\d+)/.exec(message)?.[1] ?? '')
    }
  }
  expect(numbers).toEqual(['000001', '000002', '000002', '000003', '000004', '000004'])
})

test('many simultaneous calls to two servers issue one receipt for a month and skip no number', async () => {
  await using shared = await createTestDatabase()
  const database = await openDatabase(shared.address)
  const place = { database, clock: () => new Date() }
  const organizations = await Promise.all([1, 2, 3].map(() => makeOrganization(place)))
  const token = await makeSession(place, await makeUser(place, { role: 'super_admin' }))
  const environment = { DATABASE_URL: shared.url }
  const servers = await Promise.all([1, 2].map(() => startServerProcess(environment)))
  const calls = organizations.flatMap((organizationId) =>
    [...servers, ...servers].map(async ({ url }) => {
      const headers = { authorization: `Bearer ${token}` }
      const to = `${url}/api/admin/generate-receipt/${organizationId}/2025/3`
      const answer = await fetch(to, { method: 'POST', headers })
      const { receipt_url } = v.parse(generateReceiptEndpoint.output, await answer.json())
      // A link of one server opens on the other, because they share the secret.
      const elsewhere = servers.find((server) => server.url !== url)?.url ?? ''
      const opened = await fetch(receipt_url.replace(/^http:\/\/[^/]+/, elsewhere))
      expect(opened.status).toBe(200)
      return /AMAN-\d+-(\d+)/.exec(receipt_url)?.[1]
    }),
  )
  const numbers = new Set(await Promise.all(calls))
  expect([...numbers].sort()).toEqual(['000001', '000002', '000003'])
  for (const server of servers) await server.end('SIGTERM')
  await database.destroy()
})

test('a month that is not over in UTC is rejected and has a receipt a moment later', async () => {
  await using server = await createTestServer()
  server.clock.pass(Date.parse('2025-11-30T23:59:59Z') - server.clock().getTime())
  const token = await adminOf(server)
  const organizationId = await makeOrganization(server)
  for (const [month, name] of [
    [11, 'November'],
    [12, 'December'],
  ] as const) {
    const refused = await server.post(path(organizationId, 2025, month), { token })
    expect(refused.status).toBe(409)
    expect(refused.detail).toBe(`${name} 2025 is not over yet, so its scans still change`)
  }
  server.clock.pass(1000)
  await generate(server, token, organizationId, 11)
  const issued = await server.database.selectFrom('receipts').select('month').execute()
  expect(issued).toEqual([{ month: '2025-11' }])
})

test.for([
  [2023, 3, 'year: must be one of 2024, 2025'],
  [2026, 1, 'year: must be one of 2024, 2025'],
  [2025, 13, 'month: must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12'],
])(
  'a receipt for %s/%s is rejected with a message',
  { tags: ['R366'] },
  async ([year, month, words], { server }) => {
    const token = await adminOf(server)
    const organizationId = await makeOrganization(server)
    const answer = await server.post(path(organizationId, year, month), { token })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ success: false, message: words })
  },
)

test('an unknown organization has no receipts', async ({ server }) => {
  const answer = await server.post(path('unknown'), { token: await adminOf(server) })
  expect(answer.status).toBe(404)
  expect(answer.detail).toBe('There is no such organization')
})

test.for(['employee', 'team_lead'] as const)(
  'an %s cannot issue receipts',
  { tags: ['R341'] },
  async (role, { server }) => {
    const user = await makeUser(server, { role })
    const token = await makeSession(server, user)
    expect((await server.post(path(user.organizationId), { token })).status).toBe(403)
    expect(await server.database.selectFrom('receipts').selectAll().execute()).toEqual([])
  },
)

test('the audit trail names who issued a receipt and who created a link to it', async () => {
  await using server = await createTestServer()
  const admin = await makeUser(server, { role: 'super_admin' })
  const token = await makeSession(server, admin)
  await generate(server, token, admin.organizationId)
  await generate(server, token, admin.organizationId)
  expect(await server.acts()).toMatchObject([
    {
      action: 'receipt-issue',
      target_type: 'receipt',
      actor_id: admin.id,
      target_id: 'AMAN-2026-000001',
    },
    {
      action: 'receipt-link',
      target_type: 'receipt',
      actor_id: admin.id,
      target_id: 'AMAN-2026-000001',
    },
  ])
})

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

async function setUpSupplements(server: TestServer) {
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const organizationId = await makeOrganization(server)
  const user = await makeUser(server, { organizationId })
  const report = (count: number, received_at = '2025-03-10') =>
    reportScans(
      server,
      user,
      Array.from({ length: count }, () => ({ received_at })),
    )
  const generate = async (month = 3) => {
    const path = `/api/admin/generate-receipt/${organizationId}/2025/${month}`
    const answer = await server.post(path, { token })
    expect(answer.status, answer.text).toBe(200)
    return answer.output(generateReceiptEndpoint)
  }
  const open = async (url: string) => {
    const answer = await server.app.request(url)
    expect(answer.status).toBe(200)
    return answer.text()
  }
  return { report, generate, open }
}

test('mail that is reported after the receipt of its month is billed on a supplement', async () => {
  await using server = await createTestServer()
  const { report, generate, open } = await setUpSupplements(server)
  await report(10)
  const first = await generate()
  const page = await open(first.receipt_url)
  await report(3)
  await report(2, '2025-04-01')

  const supplement = await generate()
  expect(supplement).toMatchObject({
    total_scans: 3,
    total_cost: 0.3,
    message: 'Supplement AMAN-2026-000002 for March 2025: 0.30 JOD',
  })
  expect(await open(first.receipt_url)).toBe(page)

  await report(1)
  expect(await generate()).toMatchObject({ total_scans: 1, total_cost: 0.1 })
  expect((await generate(4)).total_scans).toBe(2)
  const billed = await server.database
    .selectFrom('receipts')
    .select(['month', 'cost_fils'])
    .execute()
  const ofMarch = billed.filter(({ month }) => month === '2025-03')
  expect(ofMarch.reduce((sum, { cost_fils }) => sum + cost_fils, 0)).toBe(14 * 100)
})

test('a month without late mail has no supplement and returns its latest receipt', async () => {
  await using server = await createTestServer()
  const { report, generate } = await setUpSupplements(server)
  await report(1)
  const first = await generate()
  expect((await generate()).message).toBe(first.message)
  await report(1)
  const supplement = await generate()
  expect((await generate()).message).toBe(supplement.message)
  expect(await server.database.selectFrom('receipts').selectAll().execute()).toHaveLength(2)
})

test('a supplement names its receipt, with links that expire with its own', async ({ server }) => {
  const { report, generate, open } = await setUpSupplements(server)
  await report(12)
  await generate()
  await report(1)
  const { receipt_url } = await generate()
  const page = await open(receipt_url)
  expect(page).toContain('<h1>Supplement</h1>')
  expect(page).toMatch(/email of March 2025\s+that was reported after/)
  const [, link = ''] =
    /<a href="([^"]+)"><bdi>AMAN-2026-000001<\/bdi><\/a>: <bdi>12 scans</.exec(page) ?? []
  const path = link.replaceAll('&amp;', '&')
  expect(await open(path)).toContain('<h1>Receipt</h1>')
  const expiryOf = (url: string) => new URL(url, 'http://localhost').searchParams.get('expires')
  expect(expiryOf(path)).toBe(expiryOf(receipt_url))
})

test('late mail that arrives while receipts are issued is billed exactly once', async () => {
  await using server = await createTestServer()
  const { report, generate } = await setUpSupplements(server)
  await Promise.all(
    Array.from({ length: 12 }, (_, position) => (position % 2 === 0 ? report(5) : generate())),
  )
  await generate()
  const receipts = await server.database
    .selectFrom('receipts')
    .select(['number', 'scans', 'supplement'])
    .orderBy('supplement')
    .execute()
  expect(receipts.reduce((sum, { scans }) => sum + scans, 0)).toBe(30)
  expect(receipts.map(({ supplement }) => supplement)).toEqual(receipts.map((_, place) => place))
  expect(receipts.map(({ number }) => number)).toEqual(
    receipts.map((_, place) => `AMAN-2026-${String(place + 1).padStart(6, '0')}`),
  )
})
