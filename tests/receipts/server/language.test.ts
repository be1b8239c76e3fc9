import { expect, test } from 'vitest'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { renewReceiptLinkEndpoint } from '../../../contract/receipts/renew-receipt-link.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

async function setScene(server: TestServer, choice: 'en' | 'ar' | null) {
  const organizationId = await makeOrganization(server, { name: 'Olive Branch' })
  const user = await makeUser(server, { organizationId })
  await reportScans(server, user, [{ received_at: '2025-03-05' }])
  const admin = await makeUser(server, { role: 'super_admin' })
  const users = server.database.updateTable('users').set({ locale: choice })
  await users.where('id', '=', admin.id).execute()
  const token = await makeSession(server, admin)
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

test.each([
  // The page, and the choice of the admin.
  ['?locale=ar', null, 'ar'],
  ['?locale=en', 'ar', 'ar'],
  ['?locale=fr', null, 'en'],
] as const)(
  'a receipt of the page %s is for an admin who chose %s in %s',
  async (query, choice, locale) => {
    await using server = await createTestServer()
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
