import { afterEach, expect, test } from 'vitest'
import { formatFils } from '../../server/core/money.ts'
import type { Receipts } from '../../server/database/tables.ts'
import { periodName } from '../../server/receipts/period.ts'
import { closedLinkPage, receiptPage } from '../../server/receipts/receipt-page.ts'
import { receiptWords } from '../../server/receipts/receipt-words.ts'

test.each([
  ['en', 'March 2026', '1,234.50 JOD'],
  // A country whose own digits are others.
  ['ar-EG', 'مارس 2026', '1,234.50 JOD'],
  ['de', 'März 2026', '1.234,50 JOD'],
])(
  'in %s the server writes months and amounts in Western digits',
  {
    tags: ['A285'],
  },
  (locale, period, amount) => {
    expect(periodName('2026-03', locale)).toBe(period)
    expect(formatFils(1_234_500, locale)).toBe(amount)
  },
)

test('a language without words of its own is answered in English', {
  tags: ['A285'],
}, async () => {
  expect(String(await closedLinkPage())).toContain('<html lang="en" dir="ltr">')
  expect(String(await closedLinkPage('de'))).toContain('This link does not open')
})

const receipt: Receipts = {
  number: 'AMAN-2026-000002',
  organization_id: '1',
  organization_name: 'Firm',
  industry: 'finance',
  month: '2026-03',
  scans: 12_345,
  rate_fils: 100,
  cost_fils: 1_234_500,
  supplement: 1,
  issued_at: '2026-04-02T10:00:00Z',
}
const earlier = [{ number: 'AMAN-2026-000001', scans: 6789, path: '/receipts/0' }]

test('a receipt has the months, days and amounts of its language', {
  tags: ['A285'],
}, async () => {
  const page = String(await receiptPage(receipt, earlier, 'de'))
  expect(page).toContain('<html lang="de"')
  for (const text of ['März 2026', '02.04.2026', '12.345', '1.234,50 JOD', '0,10 JOD', '6.789']) {
    expect(page).toContain(text)
  }
  expect(page).not.toMatch(/March|Apr|12,345|1,234|0\.10|6,789/)
})

afterEach(() => {
  Reflect.deleteProperty(receiptWords, 'ar')
})

test('a receipt has the words and the direction of its language', { tags: ['A285'] }, async () => {
  Reflect.set(receiptWords, 'ar', { ...receiptWords.en, direction: 'rtl', supplement: 'ملحق' })
  const page = String(await receiptPage(receipt, earlier, 'ar'))
  expect(page).toContain('<html lang="ar" dir="rtl">')
  expect(page).toContain('<h1>ملحق</h1>')
})
