import { expect, test } from 'vitest'
import { formatFils } from '../../server/core/money.ts'
import { periodName } from '../../server/receipts/period.ts'
import { closedLinkPage } from '../../server/receipts/receipt-page.ts'

test('the server writes months and amounts in the language of the reader, in Western digits', {
  tags: ['A285'],
}, () => {
  expect([periodName('2026-03'), formatFils(1_234_500)]).toEqual(['March 2026', '1,234.50 JOD'])
  expect(periodName('2026-03', 'ar')).toBe('مارس 2026')
  expect(formatFils(1_234_500, 'ar')).toBe('1,234.50 JOD')
})

test('a language without words of its own is answered in English', {
  tags: ['A285'],
}, async () => {
  expect(String(await closedLinkPage())).toContain('<html lang="en" dir="ltr">')
  expect(String(await closedLinkPage('de'))).toContain('This link does not open')
})
