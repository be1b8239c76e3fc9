import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BillingPanel } from '../../../src/islands/receipts/BillingPanel.tsx'
import { ReceiptModal } from '../../../src/islands/receipts/ReceiptModal.tsx'
import { adminDashboard } from '../../../src/lib/admin/admin.ts'
import { leaveScreen } from '../../support/browser/leave-screen.ts'
import { openData, saidNotices } from '../../support/browser/screen-state.ts'
import { breakConnection, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/answers.ts'

const server = withStubbedServer()
const generate = 'POST /api/admin/generate-receipt/7/2025/1'
const receipt = {
  success: true,
  receipt_url: '/r/1',
  total_cost: 1.005,
  total_scans: 12345,
  message: 'Receipt for <b>March</b>',
}

/** The browser's answer to the wish for a tab. */
function giveTab(isBlocked = false) {
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() }
  vi.stubGlobal('open', () => (isBlocked ? null : tab))
  return tab
}

function openForm() {
  render(<ReceiptModal onClose={() => undefined} />)
}

async function chooseFirm() {
  await userEvent.click(screen.getByRole('combobox', { name: 'Organization' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Firm' }))
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Generate Receipt' }))
const organization = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Organization' })
const link = () => screen.queryByRole<HTMLAnchorElement>('link', { name: 'Open the receipt' })

describe('receipt modal', () => {
  beforeEach(async () => {
    server.answer({ ...adminLists, 'GET /api/admin/organizations': [{ id: 7, name: 'Firm' }] })
    await openData(adminDashboard.$resource)
  })

  afterEach(leaveScreen)

  test('the years are two, the months twelve, and January 2025 is chosen first', {
    tags: ['R209', 'R210'],
  }, () => {
    openForm()
    const texts = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole<HTMLOptionElement>('option')
        .map((it) => `${it.value}: ${it.textContent}`)
    expect(texts('Year')).toEqual(['2024: 2024', '2025: 2025'])
    expect(texts('Month')).toEqual(
      [
        ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'],
        ...['September', 'October', 'November', 'December'],
      ].map((month, at) => `${at + 1}: ${at + 1} (${month})`),
    )
    expect(screen.getByLabelText<HTMLSelectElement>('Year').value).toBe('2025')
    expect(screen.getByLabelText<HTMLSelectElement>('Month').value).toBe('1')
  })

  test.each([
    ['a refusal', () => refusal('m', { status: 500 }), 'm'],
    ['an answer without a link', () => ({ success: true, total_cost: 1 }), 'Unknown error'],
    ['a lost network', breakConnection, 'Unknown error'],
  ])(
    'after %s the form says why and keeps its choice, and the tab is closed',
    {
      tags: ['R215'],
    },
    async (_, answer, words) => {
      const tab = giveTab()
      server.answer({ [generate]: answer })
      openForm()
      await chooseFirm()
      await submit()
      await expect.poll(saidNotices).toEqual([`problem: Failed to generate receipt: ${words}`])
      expect(organization().value).toBe('Firm')
      expect(tab.close).toHaveBeenCalledTimes(1)
      expect(link()).toBeNull()
    },
  )

  test('the figures of a receipt stand in the form until the next, with its link if the tab is blocked', {
    tags: ['R213', 'R214', 'R004'],
  }, async () => {
    giveTab(true)
    server.answer({ [generate]: receipt })
    openForm()
    await chooseFirm()
    await submit()
    for (const text of ['1.01 JOD', '12,345', 'Receipt for <b>March</b>']) {
      await screen.findByText(text)
    }
    expect(link()?.pathname).toBe('/r/1')
    const { promise, resolve } = Promise.withResolvers<object>()
    server.answer({ [generate]: () => promise })
    await submit()
    await expect.poll(link).toBeNull()
    expect(screen.queryByText('1.01 JOD')).toBeNull()
    resolve({ success: false, message: 'Not now' })
    await expect.poll(saidNotices).toEqual(['problem: Failed to generate receipt: Not now'])
  })
})

afterEach(cleanup)

test('the unreachable billing panel shows the scan rate and the revenue', {
  tags: ['R220'],
}, () => {
  const { container } = render(<BillingPanel totalRevenue={4321.5} />)
  expect(container.textContent).toContain('0.10 JOD per email scan')
  expect(screen.getByText('Total revenue').nextElementSibling?.textContent).toBe('4,321.50 JOD')
})
