import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { problem, requestsTo, rowsOf, success } from '../../support/browser/screen.ts'

const call = '**/api/admin/organizations/detailed'
const form = (page: Page) => page.getByRole('dialog', { name: 'Add Organization' })
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const opener = (page: Page) => page.getByRole('button', { name: 'Add Organization', exact: true })
const create = (page: Page) => form(page).getByRole('button', { name: 'Create Organization' })
const saves = (page: Page) => requestsTo(page, 'POST', '/api/admin/organizations/detailed')
const card = (page: Page, name: string) =>
  rowsOf(page, 'Organizations').filter({ has: page.getByRole('heading', { name, exact: true }) })

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('an organization is added as typed, appears, and leads on to its mail', {
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
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  await expect(
    page.getByText(`Next step for ${name}: connect its mail, so that its users see what arrives.`),
  ).toBeVisible()
  await button('Connect your mail').press('Enter')
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expect(
    page
      .getByRole('tabpanel', { name: 'Connect your mail' })
      .getByText('Waiting for the first message'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button('Connect your mail')).toBeFocused()
  await page.getByRole('searchbox').fill(name)
  await expect(card(page, name)).toContainText('Insurance')
})
