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

test.each([
  ['en', 'Receipt R-1 for March 2025: 10 JOD'],
  ['ar-XB', 'Receipt for مارس 2025'],
])('on a page in %s the receipt is described as %s', async (locale, told) => {
  vi.stubGlobal('location', new URL('https://www.firm.example/dashboard/admin'))
  const message = 'Receipt R-1 for March 2025: 10 JOD'
  vi.stubGlobal('fetch', async () =>
    Response.json({
      success: true,
      receipt_url: '/receipts/1',
      total_cost: 10,
      total_scans: 1,
      message,
    }),
  )
  const { generateReceipt } = await import('../../../src/lib/receipts/receipt.ts')
  const { $locale } = await import('../../../src/lib/core/i18n/i18n.ts')
  $locale.set(locale)
  const form = new FormData()
  for (const [name, value] of Object.entries({ organization_id: '7', year: '2025', month: '3' })) {
    form.set(name, value)
  }
  expect(await generateReceipt(form)).toMatchObject({ receipt: { message: told } })
  $locale.set('en')
})
