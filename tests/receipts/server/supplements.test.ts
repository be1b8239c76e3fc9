import { expect, test } from 'vitest'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

async function setUp(server: TestServer) {
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
  const { report, generate, open } = await setUp(server)
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
  const { report, generate } = await setUp(server)
  await report(1)
  const first = await generate()
  expect((await generate()).message).toBe(first.message)
  await report(1)
  const supplement = await generate()
  expect((await generate()).message).toBe(supplement.message)
  expect(await server.database.selectFrom('receipts').selectAll().execute()).toHaveLength(2)
})

test('a supplement names its receipt, with links that expire with its own', async () => {
  await using server = await createTestServer()
  const { report, generate, open } = await setUp(server)
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
  const { report, generate } = await setUp(server)
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
