import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { auditFilters } from '../../../contract/audit/audit-entry.ts'
import { givenDay } from '../../../contract/core/day.ts'
import { foldDigits } from '../../../contract/core/digits.ts'
import { parseTime } from '../../../contract/core/time.ts'
import { flagEnd } from '../../../contract/flags/flag.ts'
import { givenExpiry } from '../../../contract/gateways/gateway-key.ts'
import { saveOrganizationEndpoint } from '../../../contract/organizations/save-organization.ts'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { importedRow } from '../../../contract/users/import-users.ts'
import { saveUserEndpoint } from '../../../contract/users/save-user.ts'
import { parseUsers } from '../../../src/lib/files/parse-users.ts'

test('the digits of every script that Intl writes are folded to 0 to 9', () => {
  const written = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
    const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false })
    const text = format.format(1_234_567_890)
    return /^\p{Nd}+$/u.test(text) ? [text] : []
  })
  expect(new Set(written).size).toBeGreaterThan(50)
  expect(new Set(written.map(foldDigits))).toEqual(new Set(['1234567890']))
})

test('what is no decimal digit stays', () => {
  const text = 'Ⅳ ½ ² ④ 一 abc +962 6'
  expect(foldDigits(text)).toBe(text)
})

test('dates are read in Arabic and Persian digits', () => {
  const iso = '2026-03-01T09:30:00.000Z'
  expect(parseTime('٢٠٢٦-٠٣-٠١T٠٩:٣٠Z')?.toISOString()).toBe(iso)
  expect(parse(flagEnd, '۲۰۲۶-۰۳-۰۱')).toBe('2026-03-01T23:59:59.999Z')
  expect(parse(givenExpiry, '٢٠٢٦-٠٣-٠١T٠٩:٣٠')).toBe(iso)
  expect(parse(auditFilters.from, '٢٠٢٦-٠٣-٠١T٠٩:٣٠')).toBe(iso)
  expect(parse(givenDay, '٢٠٢٦-٠٣-٠١')).toBe('2026-03-01')
  const receipt = { organization_id: '1', year: '٢٠٢٥', month: '۱۲' }
  expect(parse(generateReceiptEndpoint.input, receipt)).toMatchObject({ year: 2025, month: 12 })
})

test('phone numbers and amounts are kept in the digits 0 to 9', () => {
  const user = { username: 'rania', email: 'rania@firm.example', full_name: 'رانيا ٢' }
  const phone = '+٩٦٢ ٦ ۵۵۵'
  const more = { password: 'x'.repeat(12), organization_id: '1', department: '٣' }
  const saved = { ...user, ...more, role: 'employee', phone }
  expect(parse(saveUserEndpoint.input, saved)).toMatchObject({
    phone: '+962 6 555',
    department: '٣',
    full_name: 'رانيا ٢',
  })
  expect(parse(importedRow, { ...user, line: 1, phone }).phone).toBe('+962 6 555')
  const organization = { name: 'Cedar', industry: 'other', contact_email: user.email, phone }
  const employee_count = '١٢٠٫٥'.replace('٫', '.')
  expect(parse(saveOrganizationEndpoint.input, { ...organization, employee_count })).toMatchObject({
    phone: '+962 6 555',
    employee_count: 120,
  })
})

test('a file says in Arabic digits who is active', () => {
  const file = parseUsers('email,name,status\na@firm.example,A,١\nb@firm.example,B,٠\n')
  expect('rows' in file && file.rows.map(({ is_active }) => is_active)).toEqual([true, false])
})
