import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $organizationPageMessages } from '../../src/lib/messages/organization-page.ts'
import { $receiptMessages } from '../../src/lib/messages/receipt.ts'
import { linkToReceipt } from '../../src/lib/screens/organization-page.ts'
import { checkReceipt, generateReceipt } from '../../src/lib/screens/receipt.ts'
import {
  dismissNotices,
  formOf,
  refusal,
  shownNotices,
  stubCalls,
} from '../support/stubbed-calls.ts'

const messages = $receiptMessages.get()
const page = $organizationPageMessages.get()
const form = formOf({ organization_id: ' o1 ', year: '2025', month: '3' })
const generate = 'POST /api/admin/generate-receipt/o1/2025/3'
const link = 'POST /api/admin/receipts/AMAN-1/link'
const address = 'https://www.firm.example/api/receipts/AMAN-1?signature=a'
const receipt = {
  ...{ success: true, receipt_url: '/api/receipts/AMAN-1?signature=a' },
  ...{ total_cost: 12.5, total_scans: 125, message: 'Receipt AMAN-1' },
}
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://www.firm.example/dashboard/admin'))
})

afterEach(() => {
  dismissNotices()
  vi.unstubAllGlobals()
})

test('a receipt needs an organization', () => {
  expect(checkReceipt(formOf({ organization_id: ' ', year: '2025' }))).toEqual({
    status: 'invalid',
    fields: [{ field: 'organization_id', code: 'missing', params: {} }],
  })
  expect(shownNotices()).toEqual([`problem: ${messages.missing}`])
  expect(checkReceipt(form)).toBeUndefined()
  expect(shownNotices()).toEqual([])
})

test('a receipt is generated for an organization and a month', async () => {
  const calls = stubCalls({ [generate]: receipt })
  expect(await generateReceipt(form)).toEqual({
    status: 'generated',
    receipt: { url: address, totalCost: 12.5, totalScans: 125, message: 'Receipt AMAN-1' },
  })
  expect(calls.made).toEqual([{ call: generate, input: undefined }])
})

test('a link without a leading slash is below the address of the calls', async () => {
  const receipt_url = 'receipts/AMAN-1?signature=a'
  stubCalls({ [generate]: { ...receipt, receipt_url }, [link]: { receipt_url } })
  expect(await generateReceipt(form)).toMatchObject({ receipt: { url: address } })
  expect(await linkToReceipt('AMAN-1')).toBe(address)
})

test.each([
  ['1999', '3', '2025/3'],
  ['2024', '13', '2024/1'],
  ['', '', '2025/1'],
])('the year "%s" and the month "%s" are asked for as %s', async (year, month, asked) => {
  const calls = stubCalls()
  await generateReceipt(formOf({ organization_id: 'o1', year, month }))
  expect(calls.made.map(({ call }) => call)).toEqual([
    `POST /api/admin/generate-receipt/o1/${asked}`,
  ])
})

test('a link that is no web address is not opened', async () => {
  stubCalls({
    [generate]: { ...receipt, receipt_url: 'javascript:alert(1)' },
    [link]: { receipt_url: 'javascript:alert(1)' },
  })
  expect(await generateReceipt(form)).toEqual({ status: 'failed' })
  expect(shownNotices()).toEqual([`problem: ${messages.failed}${messages.notALink}`])
  expect(await linkToReceipt('AMAN-1')).toBeUndefined()
})

test.each([
  ['the message of the server', refusal('The month is not over'), 'The month is not over'],
  [
    ...(['no other words of the server'] as const),
    Response.json({ success: false, detail: 'A detail' }, { status: 409 }),
    messages.unknownError,
  ],
  ['words of its own when the connection is lost', lost, messages.unknownError],
])('a receipt that is not generated shows %s', async (_, answer, said) => {
  stubCalls({ [generate]: answer })
  expect(await generateReceipt(form)).toEqual({ status: 'failed' })
  expect(shownNotices()).toEqual([`problem: ${messages.failed}${said}`])
})

test('a refused receipt is marked at its field', async () => {
  const fields = [{ field: 'organization_id', code: 'unknown_organization', params: {} }]
  stubCalls({ [generate]: refusal('There is no such organization', 404, { fields }) })
  expect(await generateReceipt(form)).toEqual({ status: 'invalid', fields })
})

test('an issued receipt opens by a new link', async () => {
  const calls = stubCalls({ [link]: { receipt_url: receipt.receipt_url } })
  expect(await linkToReceipt('AMAN-1')).toBe(address)
  expect(calls.made).toEqual([{ call: link, input: undefined }])
  expect(shownNotices()).toEqual([])
})

test.each([
  [
    'the message of the server',
    refusal('There is no such receipt', 404),
    'There is no such receipt',
  ],
  ['words of its own when the connection is lost', lost, page.unknownError],
])(
  'an issued receipt that does not open shows %s until the next attempt',
  async (_, answer, said) => {
    stubCalls({ [link]: answer })
    expect(await linkToReceipt('AMAN-1')).toBeUndefined()
    expect(shownNotices()).toEqual([`problem: ${page.receiptFailed}${said}`])
    stubCalls({ [link]: { receipt_url: receipt.receipt_url } })
    await linkToReceipt('AMAN-1')
    expect(shownNotices()).toEqual([])
  },
)
