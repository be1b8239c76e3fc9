import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { mark as brandMark } from '../../../build/pictures/mark.ts'
import { visibleText } from '../../../contract/core/visible-text.ts'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { mark } from '../../../server/receipts/receipt-style.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

const minuteMs = 60_000

async function linkTo(server: TestServer, name = 'Olive Branch', headers = {}, count = 2) {
  const organizationId = await makeOrganization(server, { name, industry: 'health_tech' })
  const user = await makeUser(server, { organizationId })
  const scans = Array.from({ length: count }, () => ({ received_at: '2025-03-05' }))
  await reportScans(server, user, scans)
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
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
}, async () => {
  await using server = await createTestServer()
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

test('a link opens for a quarter of an hour', { tags: ['R365'] }, async () => {
  await using server = await createTestServer()
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
}, async () => {
  await using server = await createTestServer()
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

test('the page is not cached, not indexed, and runs nothing', async () => {
  await using server = await createTestServer()
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

test.each(['<script>alert(1)</script>', '</style><h1>Owned</h1>', '\u202eevil\u202c شركة الأمان'])(
  'a name is always text on the page: %s',
  async (name) => {
    await using server = await createTestServer()
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
