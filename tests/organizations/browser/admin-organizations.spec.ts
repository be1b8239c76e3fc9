import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { problem, requestsTo, rowsOf, success } from '../../support/browser/screen.ts'

const list = '**/api/admin/organizations?*'
const call = '**/api/admin/organizations/detailed'
const form = (page: Page) => page.getByRole('dialog', { name: 'Add Organization' })
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const opener = (page: Page) => page.getByRole('button', { name: 'Add Organization', exact: true })
const create = (page: Page) => form(page).getByRole('button', { name: 'Create Organization' })
const saves = (page: Page) => requestsTo(page, 'POST', '/api/admin/organizations/detailed')
const card = (page: Page, name: string) =>
  rowsOf(page, 'Organizations').filter({ has: page.getByRole('heading', { name, exact: true }) })

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
/** The details of this organization, one row each; the creation time has a row of its own. */
const shownDetails = [
  ['Industry', 'Health Tech'],
  ['Contact email', 'office@firm.example'],
  ['Phone', 'Not given'],
  ['Address', 'Not given'],
  ['Website', 'Not given'],
  ['Employees', '1,200'],
  ['Total scans', '12,345'],
  ['Total cost', '1,234.50 JOD'],
  ['Created', 'Mar 1, 2026'],
  ['Language', 'English'],
] as const

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('a card shows the organization, and its details can be opened', {
  tag: ['@R241', '@R242', '@R243', '@R244', '@R245', '@R246', '@R004', '@arabic'],
}, async ({ page }) => {
  await page.route(list, (route) => route.fulfill({ json: [firm, { id: 8, name: 'Bare' }] }))
  await page.goto('/dashboard/admin?tab=organizations')
  for (const text of ['Health Tech', '12,345', '1,234.50 JOD']) {
    await expect(card(page, 'Firm').getByText(text, { exact: true })).toBeVisible()
  }
  await expect(card(page, 'Firm').locator('time')).toHaveText('Mar 1, 2026')
  await expect(card(page, 'Bare')).toContainText('0.00 JOD')
  await expect(page.getByText(/NaN|undefined|null|Invalid Date/)).toHaveCount(0)
  const details = page.getByRole('button', { name: 'View Details of Firm' })
  await expect(details).toHaveText('View Details')
  await details.click()
  const opened = page.getByRole('dialog', { name: 'Firm' })
  const rows = opened.getByRole('term')
  for (const [term, definition] of shownDetails) {
    const row = rows.filter({ hasText: new RegExp(`^${term}$`) })
    await expect(row, term).toBeVisible()
    await expect(row.locator('xpath=following-sibling::dd[1]'), term).toHaveText(definition)
  }
  await expect(rows).toHaveCount(shownDetails.length)
  await expect(opened.locator('time')).toHaveText('Mar 1, 2026')
  await expect(opened.locator('time')).toHaveAttribute('datetime', '2026-03-01T09:30:00.000Z')
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(details).toBeFocused()
})

test('an organization is added as typed, and appears', {
  tag: [
    '@R240',
    '@R301',
    '@R303',
    '@R305',
    '@R319',
    '@R320',
    '@R321',
    '@R322',
    '@R323',
    '@R324',
    '@R325',
    '@R326',
    '@R327',
    '@R373',
    '@R375',
  ],
}, async ({ page }) => {
  const name = `Clinic ${crypto.randomUUID()}`
  await page.goto('/dashboard/admin?tab=organizations')
  await opener(page).click()
  for (const label of ['Organization name', 'Contact email']) {
    await expect(field(page, label)).toHaveValue('')
    await expect(field(page, label)).toHaveAttribute('aria-required', 'true')
  }
  await expect(field(page, 'Industry')).toHaveValue('finance')
  const values = await field(page, 'Industry')
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')))
  expect(values).toEqual(['finance', 'health_tech', 'insurance', 'other'])
  await expect(field(page, 'Employee count')).toHaveAttribute('type', 'number')
  await expect(field(page, 'Employee count')).toHaveAttribute('min', '0')
  await expect(form(page).getByLabel(/address|website/i)).toHaveCount(0)

  const sent = saves(page)
  const email = 'office@clinic.example'
  const missing = problem(page, 'Please fill in organization name and contact email')
  await field(page, 'Organization name').fill('  ')
  await field(page, 'Contact email').fill(email)
  await create(page).click()
  await expect(missing).toBeVisible()
  await expect(field(page, 'Organization name')).toBeFocused()
  await expect(field(page, 'Contact email')).not.toHaveAttribute('aria-invalid')
  await field(page, 'Organization name').fill(` ${name} `)
  await field(page, 'Contact email').fill('')
  await create(page).click()
  await expect(field(page, 'Contact email')).toBeFocused()
  expect(sent).toEqual([])

  await field(page, 'Contact email').fill(email)
  await field(page, 'Industry').selectOption('insurance')
  await page.route(call, (route) => route.abort(), { times: 1 })
  for (const [typed, count] of [
    ['', 0],
    ['2.5', 2],
  ] as const) {
    await field(page, 'Employee count').fill(typed)
    const reloaded = ['dashboard', 'users', 'organizations'].map((load) =>
      requestsTo(page, 'GET', `/api/admin/${load}`),
    )
    await create(page).click()
    await expect
      .poll(() => sent.at(-1)?.postDataJSON())
      .toEqual({
        name,
        industry: 'insurance',
        contact_email: email,
        phone: '',
        address: '',
        website: '',
        employee_count: count,
      })
    if (count === 0) {
      await expect(problem(page, 'Failed to create organization: Unknown error')).toBeVisible()
      await expect(field(page, 'Organization name')).toHaveValue(` ${name} `)
    } else {
      await expect(success(page, 'Organization created successfully!')).toBeVisible()
      await expect(form(page)).toHaveCount(0)
      await expect(opener(page)).toBeFocused()
      await expect.poll(() => reloaded.map((requests) => requests.length)).toEqual([1, 1, 1])
    }
  }
  expect(sent).toHaveLength(2)
  await page.getByRole('searchbox').fill(name)
  await expect(card(page, name)).toContainText('Insurance')
})
