import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { mark as brandMark } from '../../../build/pictures/mark.ts'
import { visibleText } from '../../../contract/core/visible-text.ts'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { listReceiptsEndpoint } from '../../../contract/receipts/list-receipts.ts'
import { renewReceiptLinkEndpoint } from '../../../contract/receipts/renew-receipt-link.ts'
import { minuteMs } from '../../../server/core/clock.ts'
import { mark } from '../../../server/receipts/receipt-style.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeUser,
  makeOrganization,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey, reportScans } from '../../support/worlds/mail-factories.ts'

async function linkTo(server: TestServer, name = 'Olive Branch', headers = {}, count = 2) {
  const organizationId = await makeOrganization(server, { name, industry: 'health_tech' })
  const user = await makeUser(server, { organizationId })
  const scans = Array.from({ length: count }, () => ({ received_at: '2025-03-05' }))
  await reportScans(server, user, scans)
  const { token } = await signInAdmin(server)
  const path = `/api/admin/generate-receipt/${organizationId}/2025/3`
  const answer = await server.post(path, { token, headers })
  return answer.output(generateReceiptEndpoint).receipt_url
}

/** The visible text, without tags. */
function wordsOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('the link opens without a token and shows the whole receipt', {
  tags: ['R365'],
}, async ({ server }) => {
  const answer = await server.app.request(await linkTo(server, 'Olive Branch', {}, 1234))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const words = wordsOf(await answer.text())
  for (const expected of [
    'Aman',
    'AMAN-2026-000001',
    'Organization Olive Branch',
    'Industry Health tech',
    'Period March 2025',
    'Issued Mar 15, 2026',
    'Scans Per scan Amount',
    'Email scans 1,234 0.10 JOD 123.40 JOD',
    'Total 123.40 JOD',
    'This is a receipt, not a tax invoice.',
    '0.10 JOD per email scan',
  ]) {
    expect(words).toContain(expected)
  }
})

test('a link opens for a quarter of an hour', { tags: ['R365'] }, async ({ server }) => {
  const link = await linkTo(server)
  server.clock.pass(15 * minuteMs - 1)
  expect((await server.app.request(link)).status).toBe(200)
  server.clock.pass(1)
  const late = await server.app.request(link)
  expect(late.status).toBe(403)
  expect(late.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(wordsOf(await late.text())).toMatch(
    /This link does not open .* Generate the receipt again/,
  )
})

test('a link that was changed in any part is rejected and shows no receipt', {
  tags: ['R365'],
}, async ({ server }) => {
  const link = await linkTo(server)
  await linkTo(server, 'Neighbour')
  const signature = new URL(link).searchParams.get('signature') ?? ''
  const expires = new URL(link).searchParams.get('expires') ?? ''
  const changed = [
    link.replace('000001', '000002'),
    link.replace(expires, String(Number(expires) + 1)),
    link.replace(expires, `${expires}0`),
    link.replace(expires, `${expires}%0A`),
    link.replace(expires, 'Infinity'),
    link.replace(signature, ''),
    link.replace(signature, signature.slice(1)),
    link.replace(signature, `${signature}=`),
    link.replace(signature, 'x'.repeat(43)),
    link.replace(signature, 'ü'.repeat(43)),
    link.replace(/\?.*/, ''),
    link.replace('AMAN-2026-000001', '..%2f..%2fsecret'),
  ]
  for (const url of changed) {
    const answer = await server.app.request(url)
    expect(answer.status, url).toBe(403)
    expect(await answer.text()).not.toMatch(/Olive|Neighbour|JOD/)
  }
})

test('the page is not cached, not indexed, and runs nothing', async ({ server }) => {
  const link = await linkTo(server)
  for (const url of [link, `${link}x`]) {
    const { headers } = await server.app.request(url)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    )
  }
  const answer = await server.app.request(link)
  const style = /<style>(.*?)<\/style>/s.exec(await answer.text())?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
})

test.for(['<script>alert(1)</script>', '</style><h1>Owned</h1>', '\u202eevil\u202c شركة الأمان'])(
  'a name is always text on the page: %s',
  async (name, { server }) => {
    const page = await (await server.app.request(await linkTo(server, name))).text()
    const escaped = visibleText(name)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
    expect(page).toContain(`<bdi>${escaped}</bdi>`)
    expect(page).not.toMatch(/<(?:script|img|b)\b/)
  },
)

test('the link uses the configured address, or that of the request', async () => {
  await using plain = await createTestServer()
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
  expect(await linkTo(plain, 'A', forwarded)).toMatch(/^http:\/\/localhost\/api\//)
  await using behindProxy = await createTestServer({ services: { trustedProxies: 1 } })
  const names = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'aman.firm.example' }
  expect(await linkTo(behindProxy, 'A', names)).toMatch(/^https:\/\/aman\.firm\.example\/api\//)
  const odd = { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a@b/' }
  expect(await linkTo(behindProxy, 'B', odd)).toMatch(/^http:\/\/localhost\/api\//)
  const publicUrl = 'https://aman.your-firm.example'
  await using configured = await createTestServer({ services: { publicUrl, trustedProxies: 1 } })
  expect(await linkTo(configured, 'A', forwarded)).toMatch(`${publicUrl}/api/receipts/AMAN-`)
})

test("the page shows the brand's sign", () => {
  expect(mark).toEqual(brandMark)
})

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
  const acts = await server.acts('receipt-link')
  expect(acts).toMatchObject([{ target_id: 'AMAN-2026-000001' }])
  const unknown = await server.post('/api/admin/receipts/AMAN-2026-999999/link', { token })
  expect(unknown.status).toBe(404)
  expect(await server.database.selectFrom('receipts').selectAll().execute()).toHaveLength(4)
})

test('the page of an organization has its months, users and keys', async ({ server }) => {
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

async function setScene(server: TestServer, choice: 'en' | 'ar' | null) {
  const organizationId = await makeOrganization(server, { name: 'Olive Branch' })
  const user = await makeUser(server, { organizationId })
  await reportScans(server, user, [{ received_at: '2025-03-05' }])
  const { token } = await signInAdmin(server, { locale: choice })
  return {
    async generate(query = '') {
      const path = `/api/admin/generate-receipt/${organizationId}/2025/3${query}`
      return (await server.post(path, { token })).output(generateReceiptEndpoint)
    },
    async linkAgain(query = '') {
      const path = `/api/admin/receipts/AMAN-2026-000001/link${query}`
      return (await server.post(path, { token })).output(renewReceiptLinkEndpoint).receipt_url
    },
    report: () => reportScans(server, user, [{ received_at: '2025-03-06' }]),
    async open(url: string) {
      return (await server.app.request(url)).text()
    },
  }
}

test.for([
  // The page, and the choice of the admin.
  ['?locale=ar', null, 'ar'],
  ['?locale=en', 'ar', 'ar'],
  ['?locale=fr', null, 'en'],
] as const)(
  'a receipt of the page %s is for an admin who chose %s in %s',
  async ([query, choice, locale], { server }) => {
    const { generate, linkAgain, open } = await setScene(server, choice)
    const { receipt_url, message } = await generate(query)
    const root = `<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`
    expect(await open(receipt_url)).toContain(root)
    expect(await open(await linkAgain(query))).toContain(root)
    // The page's own words are in its language.
    expect(message).toBe(
      query === '?locale=ar'
        ? 'إيصال AMAN-2026-000001 عن آذار 2025: 0.10 د.أ'
        : 'Receipt AMAN-2026-000001 for March 2025: 0.10 JOD',
    )
  },
)

test('a link opens in the language that it names, and links to earlier receipts keep it', async () => {
  await using server = await createTestServer()
  const { generate, report, open } = await setScene(server, null)
  await generate()
  await report()
  const { receipt_url } = await generate('?locale=ar')
  const page = await open(receipt_url)
  expect(page).toContain('<h1>إيصال تكميلي</h1>')
  const earlier = /<a href="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(await open(earlier)).toContain('<h1>إيصال</h1>')
  expect(await open(earlier.replace('&locale=ar', ''))).toContain('<h1>Receipt</h1>')
  expect(await open(`${receipt_url}x`)).toContain('<html lang="en"')
  const forged = receipt_url.replace(/signature=./, 'signature=')
  expect(await open(forged)).toContain('تعذّر فتح هذا الرابط')
})
