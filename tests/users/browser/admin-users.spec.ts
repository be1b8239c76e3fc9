import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { colourOf, riskColourOf } from '../../support/browser/colour.ts'
import { choose, rowsOf } from '../../support/browser/screen.ts'

const users = '**/api/admin/users?*'
const rows = (page: Page) => rowsOf(page, 'Users')
const found = (page: Page) => page.getByText(/^\d+ of \d+$/)

function user(overrides: Record<string, unknown> = {}) {
  return {
    id: 1,
    username: 'rania',
    email: 'rania@firm.example',
    full_name: 'Rania Khoury',
    role: 'employee',
    organization_id: 7,
    department: '',
    phone: '',
    is_active: true,
    risk_score: 12,
    has_consented: true,
    ...overrides,
  }
}

async function openWith(page: Page, list: readonly object[]) {
  await page.route(users, (route) => route.fulfill({ json: list }))
  await page.goto('/dashboard/admin?tab=users')
}

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('each row shows the user with status, risk and buttons', {
  tag: ['@R229', '@R230', '@R231', '@R232', '@R236', '@R237', '@R238', '@R239'],
}, async ({ page }) => {
  await openWith(page, [
    user({ risk_score: 64.6 }),
    user({ id: 2, full_name: '', username: 'élodie', email: 'e@firm.example', is_active: false }),
    user({ id: 3, full_name: null, username: '', email: '', risk_score: null }),
  ])
  await expect(rows(page)).toHaveCount(3)
  const rania = rows(page).filter({ hasText: 'Rania Khoury' })
  for (const text of ['R', 'Rania Khoury', 'rania', 'rania@firm.example', 'Active', '65']) {
    await expect(rania.getByText(text, { exact: true })).toBeVisible()
  }
  expect(await riskColourOf(rania.getByText('Active', { exact: true }))).not.toBe('green')
  await expect(rania.getByRole('button')).toHaveText(['Edit', 'Remove User'])
  const second = rows(page).filter({ hasText: 'e@firm.example' })
  await expect(second.getByText('É', { exact: true })).toBeVisible()
  await expect(second.getByText('Inactive', { exact: true })).toBeVisible()
  await expect(rows(page).filter({ hasText: '?' })).toHaveCount(1)
})

test('in light and dark the role badge is red, yellow or blue and names the role', {
  tag: ['@R233', '@R234', '@R235'],
}, async ({ page }) => {
  await openWith(page, [
    user({ id: 1, role: 'super_admin' }),
    user({ id: 2, role: 'team_lead' }),
    user({ id: 3, role: 'employee' }),
  ])
  const background = (label: string) =>
    colourOf(rows(page).getByText(label, { exact: true }), 'backgroundColor')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const red = (await background('Super Admin')).hue
    expect(Math.min(red, 360 - red)).toBeLessThan(20)
    const yellow = await background('Team Lead')
    expect(yellow.hue).toBeGreaterThan(45)
    expect(yellow.hue).toBeLessThan(65)
    expect(yellow.saturation).toBeGreaterThan(0.5)
    // Dark yellow text on light paper is brown.
    if (colorScheme === 'light') expect(yellow.lightness).toBeGreaterThan(0.6)
    const blue = (await background('Employee')).hue
    expect(blue).toBeGreaterThan(205)
    expect(blue).toBeLessThan(235)
  }
})

test('a super admin finds users by search, role, organization and status in any order', {
  tag: ['@R228'],
}, async ({ page }) => {
  await page.route('**/api/admin/organizations?*', (route) =>
    route.fulfill({
      json: [
        { id: 7, name: 'Firm' },
        { id: 8, name: 'Clinic' },
      ],
    }),
  )
  await openWith(page, [
    user({ id: 1, full_name: 'Basma', risk_score: 9 }),
    user({ id: 2, full_name: 'Adam', role: 'team_lead', organization_id: 8, risk_score: 80 }),
    user({
      id: 3,
      full_name: 'Carim',
      email: 'c@clinic.example',
      is_active: false,
      risk_score: 10,
    }),
  ])
  await expect(page.getByRole('button', { name: 'Add New User', exact: true })).toBeVisible()
  const names = rows(page).locator('p').first()
  await expect(names).toContainText('Adam')
  await page.getByLabel('Sort by').selectOption('Risk score')
  await expect(rows(page)).toHaveText([/Adam/, /Carim/, /Basma/])
  await page.getByRole('button', { name: 'Highest first' }).click()
  await expect(rows(page)).toHaveText([/Basma/, /Carim/, /Adam/])
  await expect(page.getByRole('button', { name: 'Lowest first' })).toBeVisible()
  for (const [label, choice, who] of [
    ['Role', 'Team Lead', /Adam/],
    ['Status', 'Inactive', /Carim/],
  ] as const) {
    const select = page.getByRole('search').getByLabel(label, { exact: true })
    await select.selectOption(choice)
    await expect(rows(page)).toHaveText([who])
    await expect(found(page)).toHaveText('1 of 3')
    await select.selectOption('All')
  }
  const organization = page.getByRole('combobox', { name: 'Organization', exact: true })
  await choose(organization, 'Clinic')
  await expect(rows(page)).toHaveText([/Adam/])
  await page.getByRole('button', { name: 'Clear Organization' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(organization).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search users' }).fill('C@CLINIC')
  await expect(rows(page)).toHaveText([/Carim/])
  await page.getByRole('searchbox', { name: 'Search users' }).fill('zzzz')
  await expect(page.getByText('No users match', { exact: true })).toBeVisible()
})
