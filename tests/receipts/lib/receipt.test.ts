import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test.each([
  ['/receipts/1', 'https://api.firm.example/receipts/1'],
  ['https://elsewhere.example/1', 'https://elsewhere.example/1'],
])('a receipt_url of %s opens %s', async (receipt_url, opened) => {
  vi.stubEnv('PUBLIC_API_URL', 'https://api.firm.example/api')
  vi.stubGlobal('location', { href: 'https://www.firm.example/dashboard/admin' })
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, receipt_url, total_cost: 1, total_scans: 10, message: '' }),
  )
  const { generateReceipt } = await import('../../../src/lib/receipts/receipt.ts')
  const form = new FormData()
  form.set('organization_id', '7')
  expect(await generateReceipt(form)).toMatchObject({ receipt: { url: opened } })
})
