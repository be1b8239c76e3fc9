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

/** An element's background in hue (0 to 360), saturation and lightness (0 to 1). */
function backgroundOf(element: Locator) {
  return element.evaluate((node) => {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) throw new Error('There is no canvas')
    context.fillStyle = getComputedStyle(node).backgroundColor
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    const most = Math.max(red, green, blue)
    const least = Math.min(red, green, blue)
    const spread = most - least
    const lightness = (most + least) / 510
    const saturation = spread / 255 / (1 - Math.abs(2 * lightness - 1))
    const sixth =
      most === red
        ? (green - blue) / spread + (green < blue ? 6 : 0)
        : most === green
          ? (blue - red) / spread + 2
          : (red - green) / spread + 4
    return { hue: sixth * 60, saturation, lightness }
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
  test(`R233 R234 R235 A202 in ${colorScheme} the role badge is red, yellow or blue, and says the role`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await openWith(page, [
      user({ id: 1, role: 'super_admin' }),
      user({ id: 2, role: 'team_lead' }),
      user({ id: 3, role: 'employee' }),
    ])
    const background = (label: string) => backgroundOf(rows(page).getByText(label, { exact: true }))
    const red = (await background('Super Admin')).hue
    expect(Math.min(red, 360 - red)).toBeLessThan(20)
    const yellow = await background('Team Lead')
    expect(yellow.hue).toBeGreaterThan(45)
    expect(yellow.hue).toBeLessThan(65)
    expect(yellow.saturation).toBeGreaterThan(0.5)
    // A dark yellow on light paper is a brown.
    if (colorScheme === 'light') expect(yellow.lightness).toBeGreaterThan(0.6)
    const blue = (await background('Employee')).hue
    expect(blue).toBeGreaterThan(205)
    expect(blue).toBeLessThan(235)
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
  await expect(rows(page)).toHaveText([/Adam/, /Carim/, /Basma/])
  await page.getByRole('button', { name: 'Highest first' }).click()
  await expect(rows(page)).toHaveText([/Basma/, /Carim/, /Adam/])
  await expect(page.getByRole('button', { name: 'Lowest first' })).toBeVisible()
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
