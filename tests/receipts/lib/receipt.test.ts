import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { linkToReceipt } from '../../../src/lib/organizations/organization-page.ts'
import { checkReceipt, generateReceipt } from '../../../src/lib/receipts/receipt.ts'
import { $receiptWords } from '../../../src/lib/receipts/words/receipt.words.yaml'
import { formOf, saidNotices } from '../../support/browser/screen-state.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

describe('the form of a receipt', () => {
  const server = withStubbedServer()
  const words = $receiptWords.get()
  const form = formOf({ organization_id: ' o1 ', year: '2025', month: '3' })
  const generate = 'POST /api/admin/generate-receipt/o1/2025/3'
  const link = 'POST /api/admin/receipts/AMAN-1/link'
  const address = 'https://www.firm.example/api/receipts/AMAN-1?signature=a'
  const receipt = {
    ...{ success: true, receipt_url: '/api/receipts/AMAN-1?signature=a' },
    ...{ total_cost: 12.5, total_scans: 125, message: 'Receipt AMAN-1' },
  }

  beforeEach(() => {
    vi.stubGlobal('location', new URL('https://www.firm.example/dashboard/admin'))
  })

  afterEach(forgetSession)

  test('a receipt needs an organization', () => {
    expect(checkReceipt(formOf({ organization_id: ' ', year: '2025' }))).toEqual({
      status: 'invalid',
      fields: [{ field: 'organization_id', code: 'missing', params: {} }],
    })
    expect(saidNotices()).toEqual([`problem: ${words.missing}`])
    expect(checkReceipt(form)).toBeUndefined()
    expect(saidNotices()).toEqual([])
  })

  test('a receipt is generated for an organization and a month', async () => {
    server.answer({ [generate]: receipt })
    expect(await generateReceipt(form)).toEqual({
      status: 'generated',
      receipt: { url: address, totalCost: 12.5, totalScans: 125, message: 'Receipt AMAN-1' },
    })
    expect(server.made()).toEqual([[generate]])
  })

  test.each([
    ['1999', '3', '2025/3'],
    ['', '', '2025/1'],
  ])('the year "%s" and the month "%s" are asked for as %s', async (year, month, asked) => {
    const call = `POST /api/admin/generate-receipt/o1/${asked}`
    server.answer({ [call]: receipt })
    await generateReceipt(formOf({ organization_id: 'o1', year, month }))
    expect(server.made()).toEqual([[call]])
  })

  test('a link that is no web address is not opened', async () => {
    server.answer({
      [generate]: { ...receipt, receipt_url: 'javascript:alert(1)' },
      [link]: { receipt_url: 'javascript:alert(1)' },
    })
    expect(await generateReceipt(form)).toEqual({ status: 'failed' })
    expect(saidNotices()).toEqual([`problem: ${words.failed}${words.notALink}`])
    expect(await linkToReceipt('AMAN-1')).toBeUndefined()
  })

  test('a receipt that is not generated shows the message of the server', async () => {
    server.answer({ [generate]: refusal('The month is not over', { status: 409 }) })
    expect(await generateReceipt(form)).toEqual({ status: 'failed' })
    expect(saidNotices()).toEqual([`problem: ${words.failed}The month is not over`])
  })

  test('an issued receipt opens by a new link', async () => {
    server.answer({ [link]: { receipt_url: receipt.receipt_url } })
    expect(await linkToReceipt('AMAN-1')).toBe(address)
    expect(server.made()).toEqual([[link]])
    expect(saidNotices()).toEqual([])
  })
})

describe('the address of a receipt', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })

  test.each([
    ['/receipts/1', 'https://api.firm.example/receipts/1'],
    ['https://elsewhere.example/1', 'https://elsewhere.example/1'],
  ])('a receipt_url of %s opens %s', async (receipt_url, opened) => {
    vi.resetModules()
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
})
