import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { formatFils } from '../../../server/core/formats.ts'
import type { Receipts } from '../../../server/database/tables/organizations.ts'
import { prepareData } from '../../../server/first-data.ts'
import { closedLinkPage, periodName, receiptPage } from '../../../server/receipts/receipt-page.ts'
import { createTestServer } from '../../support/server/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const password = 'kettle violet quarry'

test('the first password comes from a file or a variable and is not printed', async () => {
  await using folder = await temporaryFolder()
  const passwordFile = join(folder.path, 'password')
  await writeFile(passwordFile, `${password}\n`)
  for (const firstAdmin of [
    { password, passwordFile: '' },
    { password: 'another one that loses', passwordFile },
  ]) {
    await using server = await createTestServer()
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await prepareData(server.services, 'production', firstAdmin)
    const printed = print.mock.calls.join('')
    print.mockRestore()
    expect(printed).toMatch(/^Sign in as admin with the password of FIRST_ADMIN_PASSWORD/)
    expect(printed).not.toContain(password)
    const body = { username: 'admin', password }
    expect((await server.post('/api/auth/login', { body })).status).toBe(200)
  }
})

test.each([
  [{ password: 'short', passwordFile: '' }, 'FIRST_ADMIN_PASSWORD: the password must have 12'],
  [{ password: 'Password1234!', passwordFile: '' }, 'FIRST_ADMIN_PASSWORD: password: is too easy'],
  [{ password: '', passwordFile: '/no/such/file' }, 'FIRST_ADMIN_PASSWORD_FILE cannot be read'],
])('a first password from %j prevents the start', async (firstAdmin, words) => {
  await using server = await createTestServer()
  await expect(prepareData(server.services, 'production', firstAdmin)).rejects.toThrow(words)
  expect(await server.database.selectFrom('users').select('id').execute()).toEqual([])
})

test.each([
  ['en', 'March 2026', '1,234.50 JOD'],
  ['ar', 'آذار 2026', '1,234.50 د.أ'],
] as const)(
  'in %s the server writes months and amounts in Western digits',
  (locale, period, amount) => {
    expect(periodName('2026-03', locale)).toBe(period)
    expect(formatFils(1_234_500, locale)).toBe(amount)
  },
)

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
const first = { number: 'AMAN-2026-000001', scans: 6789, path: '/receipts/0' }
const earlier = [first]

test('a receipt has the words, the direction, months, days and amounts of its language', async () => {
  const page = String(await receiptPage(receipt, earlier, 'ar'))
  expect(page).toContain('<html lang="ar" dir="rtl">')
  expect(page).toContain('<h1>إيصال تكميلي</h1>')
  for (const text of ['آذار 2026', '2 نيسان 2026', '12,345', '1,234.50 د.أ', '0.10 د.أ']) {
    expect(page).toContain(text)
  }
  expect(page).toContain('<bdi>6,789 رسالة مفحوصة</bdi>')
  expect(latinIn(page, ['Aman', 'AMAN-2026-000001', 'AMAN-2026-000002', 'Firm'])).toEqual([])
})

test('what is said about a closed link is in its language', async () => {
  const page = String(await closedLinkPage('ar'))
  expect(page).toContain('<html lang="ar" dir="rtl">')
  expect(latinIn(page, ['Aman'])).toEqual([])
})

test.each([
  [0, 'لا رسائل مفحوصة'],
  [1, 'رسالة مفحوصة واحدة'],
  [2, 'رسالتان مفحوصتان'],
  [5, '5 رسائل مفحوصة'],
  [11, '11 رسالة مفحوصة'],
  [1100, '1,100 رسالة مفحوصة'],
])('%i scans have their plural form in Arabic', async (scans, words) => {
  const page = String(await receiptPage(receipt, [{ ...first, scans }], 'ar'))
  expect(page).toContain(`<bdi>${words}</bdi>`)
})

test('one scan is not many in English', async () => {
  expect(String(await receiptPage(receipt, [{ ...first, scans: 1 }], 'en'))).toContain('1 scan<')
})

/** The Latin words that a reader sees on a page, except names. */
function latinIn(page: string, names: readonly string[]): string[] {
  const seen = page
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/data-name="([^"]*)"/g, '>$1<')
    .replaceAll(/<[^>]*>/g, ' ')
  const words = names.reduce((text, name) => text.replaceAll(name, ' '), seen)
  return words.match(/[A-Za-z]+/g) ?? []
}
