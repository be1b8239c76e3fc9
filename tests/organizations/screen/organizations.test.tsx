import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AdminScreen } from '../../../src/islands/admin/AdminScreen.tsx'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { leaveScreen } from '../../support/browser/leave-screen.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/answers.ts'

const server = withStubbedServer()

const firm = {
  id: 7,
  name: 'Firm',
  industry: 'health_tech',
  contact_email: 'office@firm.example',
  phone: '',
  address: null,
  website: null,
  employee_count: 1200,
  total_scans: 12345,
  total_cost: 1234.5,
  created_at: '2026-03-01T09:30:00Z',
}

beforeEach(() => {
  server.answer({
    ...adminLists,
    'GET /api/auth/capabilities': { capabilities: [] },
    'GET /api/admin/organizations': [firm, { id: 8, name: 'Bare' }],
  })
  $router.open('/dashboard/admin?tab=organizations')
})

afterEach(() => {
  leaveScreen()
  $router.open('/')
})

test('a card shows the organization, and its details can be opened', {
  tags: ['R241', 'R242', 'R243', 'R244', 'R245', 'R246', 'R004'],
}, async () => {
  render(<AdminScreen />)
  const table = await screen.findByRole('table', { name: 'Organizations' })
  const [, bare, full] = within(table).getAllByRole('row')
  for (const text of ['Health Tech', '12,345', '1,234.50 JOD', 'Mar 1, 2026']) {
    expect(full?.textContent).toContain(text)
  }
  expect(bare?.textContent).toMatch(/^Bare.*0\.00 JOD/)
  expect(table.textContent).not.toMatch(/NaN|undefined|null|Invalid Date/)
  const details = screen.getByRole('button', { name: 'View Details of Firm' })
  expect(details.textContent).toBe('View Details')
  await userEvent.click(details)
  const dialog = await screen.findByRole('dialog', { name: 'Firm' })
  const shown = within(dialog)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(shown).toEqual([
    ['Industry', 'Health Tech'],
    ['Contact email', 'office@firm.example'],
    ['Phone', 'Not given'],
    ['Address', 'Not given'],
    ['Website', 'Not given'],
    ['Language', 'English'],
    ['Employees', '1,200'],
    ['Total scans', '12,345'],
    ['Total cost', '1,234.50 JOD'],
    ['Created', 'Mar 1, 2026'],
  ])
  expect(dialog.querySelector('time')?.dateTime).toBe('2026-03-01T09:30:00.000Z')
})
