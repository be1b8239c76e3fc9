import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'

const users = '**/api/admin/users?*'
const rows = (page: Page) => page.getByRole('list', { name: 'Users' }).getByRole('listitem')
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

/** The hue of an element's text, from 0 to 360, whatever notation the style sheet uses. */
function hueOf(element: Locator): Promise<number> {
  return element.evaluate((node) => {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) return -1
    context.fillStyle = getComputedStyle(node).color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    const most = Math.max(red, green, blue)
    const spread = most - Math.min(red, green, blue)
    if (spread === 0) return -1
    if (most === red) return ((green - blue) / spread) * 60 + (green < blue ? 360 : 0)
    return most === green ? ((blue - red) / spread) * 60 + 120 : ((red - green) / spread) * 60 + 240
  })
}

test.beforeEach(async ({ page, people }) => {
  await people.signIn(page, await people.make({ role: 'super_admin' }))
})

test('R229 R230 R231 R232 R236 R237 R238 R239 everybody shows who they are, their state, risk and buttons', async ({
  page,
}) => {
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
  await expect(rania.getByRole('button')).toHaveText(['Edit', 'Remove User'])
  const second = rows(page).filter({ hasText: 'e@firm.example' })
  await expect(second.getByText('É', { exact: true })).toBeVisible()
  await expect(second.getByText('Inactive', { exact: true })).toBeVisible()
  await expect(rows(page).filter({ hasText: '?' })).toHaveCount(1)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`R233 R234 R235 in ${colorScheme} the role badge is red, yellow or blue, and says the role`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await openWith(page, [
      user({ id: 1, role: 'super_admin' }),
      user({ id: 2, role: 'team_lead' }),
      user({ id: 3, role: 'employee' }),
    ])
    const hue = (label: string) => hueOf(rows(page).getByText(label, { exact: true }))
    const red = await hue('Super Admin')
    expect(Math.min(red, 360 - red)).toBeLessThan(25)
    const yellow = await hue('Team Lead')
    expect(yellow).toBeGreaterThan(25)
    expect(yellow).toBeLessThan(65)
    const blue = await hue('Employee')
    expect(blue).toBeGreaterThan(190)
    expect(blue).toBeLessThan(255)
  })
}

test('R228 an operator finds people by search, role, organization and status, in any order', async ({
  page,
}) => {
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
  await expect(rows(page)).toHaveText([/Basma/, /Carim/, /Adam/])
  await page.getByRole('button', { name: 'Ascending' }).click()
  await expect(rows(page)).toHaveText([/Adam/, /Carim/, /Basma/])
  for (const [label, choice, who] of [
    ['Role', 'Team Lead', /Adam/],
    ['Organization', 'Clinic', /Adam/],
    ['Status', 'Inactive', /Carim/],
  ] as const) {
    const select = page.getByRole('search').getByLabel(label, { exact: true })
    await select.selectOption(choice)
    await expect(rows(page)).toHaveText([who])
    await expect(found(page)).toHaveText('1 of 3')
    await select.selectOption('All')
  }
  await page.getByRole('searchbox', { name: 'Search users' }).fill('C@CLINIC')
  await expect(rows(page)).toHaveText([/Carim/])
  await page.getByRole('searchbox', { name: 'Search users' }).fill('zzzz')
  await expect(page.getByText('No users match', { exact: true })).toBeVisible()
})

test('a list inside an object is a list too', async ({ page }) => {
  await page.route(users, (route) => route.fulfill({ json: { users: [user()] } }))
  await page.goto('/dashboard/admin?tab=users')
  await expect(rows(page)).toHaveCount(1)
})
