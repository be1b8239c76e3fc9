import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { callTo, rowsOf } from '../../support/browser/screen.ts'

const many = 5000
const rows = (count: number, make: (id: number) => object) =>
  Array.from({ length: count }, (_, id) => make(id))

const user = (id: number) => ({
  id,
  full_name: `Alexandria-Josephine Papadopoulos-Montgomery ${id}`,
  username: `person-${id}`,
  email: `alexandria.papadopoulos-montgomery.${id}@a-rather-long-name.example`,
  role: 'super_admin',
  organization_id: 7,
  risk_score: 64.6,
})

const organization = (id: number) => ({
  id,
  name: `Cooperative Insurance and Reinsurance Company of the Levant ${id}`,
  industry: id % 2 === 0 ? 'finance' : 'insurance',
  total_scans: id,
  total_cost: id / 10,
  created_at: new Date(Date.UTC(2026, 0, 1 + (id % 28))).toISOString(),
})

const member = (id: number) => ({
  id,
  full_name: `Alexandria-Josephine Papadopoulos-Montgomery ${id}`,
  email: `alexandria.papadopoulos-montgomery.${id}@a-rather-long-name.example`,
  risk_score: 95,
  last_login: '2026-03-01T09:30:00Z',
})

async function answerWith(page: Page, count: number) {
  for (const [call, json] of [
    ['/admin/users', rows(count, user)],
    ['/admin/users/:id/single-sign-on', { link: null }],
    ['/admin/organizations', rows(count, organization)],
    ['/dashboard/team', { team_members: rows(count, member) }],
  ] as const) {
    await page.route(callTo(`/api${call}`), (route) => route.fulfill({ json }))
  }
}

const tables = [
  ['Users', '/dashboard/admin?tab=users', 7],
  ['Organizations', '/dashboard/admin?tab=organizations', 7],
  ['Team Members', '/dashboard/team', 5],
] as const

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

async function expectColumns(page: Page, name: string, columns: number) {
  const table = page.getByRole('table', { name })
  const row = rowsOf(page, name).first()
  await expect(row).toBeVisible()
  await expect(table.getByRole('columnheader')).toHaveCount(columns)
  await expect(row.getByRole('cell')).toHaveCount(columns)
  for (const [index, cell] of (await row.getByRole('cell').all()).entries()) {
    const head = await table.getByRole('columnheader').nth(index).boundingBox()
    expect((await cell.boundingBox())?.x).toBeCloseTo(head?.x ?? -1, 0)
  }
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(56)
}

test('rows of each table stand below column headers and are at most 56 px high, and on a phone the filters are behind a button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await answerWith(page, 20)
  for (const [name, path, columns] of tables) {
    await page.goto(path)
    await expectColumns(page, name, columns)
  }
  await test.step('on a phone the first user is in the first view', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/dashboard/admin?tab=users')
    const button = page.getByRole('button', { name: 'Filters', exact: true })
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByLabel('Sort by')).toBeHidden()
    const first = await rowsOf(page, 'Users').first().boundingBox()
    expect(first?.y).toBeLessThan(540)
    await button.press('Enter')
    await page.getByLabel('Role', { exact: true }).selectOption('Super Admin')
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.getByLabel('Sort by')).toBeVisible()
    await expect(page.getByRole('button', { name: /Filters/ })).toBeHidden()
  })
})

test('of 5,000 rows the page contains the visible ones, as a table, responds to a click, and lets one be selected by keyboard alone', {
  tag: ['@R008'],
}, async ({ console, page }) => {
  const [[name, path, columns]] = tables
  // The form of a user asks how the organization signs in, which the server does not know.
  console.expect(/^404 GET \/api\/admin\/organizations\/7\/sign-in/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await answerWith(page, many)
  await page.goto(path)
  // The code for long tables loads after the first rows and renders them again.
  await expect(page.getByRole('table', { name })).toHaveAttribute('aria-rowcount', `${many + 1}`)
  await expectColumns(page, name, columns)
  expect(await page.locator('*').count()).toBeLessThan(1500)
  await rowsOf(page, name).first().focus()
  await page.keyboard.press('End')
  const last = page.locator(`[aria-rowindex="${many + 1}"]`)
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  expect(await page.locator('*').count()).toBeLessThan(1500)
  await last.locator('.button').first().click()
  await expect(
    page.getByRole('dialog').or(page.getByRole('status').getByText('To be')),
  ).toBeVisible()
  await test.step('one of thousands of organizations is selected by keyboard alone', async () => {
    await openWhole(page, '/dashboard/admin')
    await page.getByRole('button', { name: 'Generate Receipt', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    const picker = dialog.getByRole('combobox', { name: 'Organization' })
    await picker.focus()
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(50)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('listbox')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await page.keyboard.type('levant 4321')
    await expect(dialog.getByRole('listbox').getByRole('option')).toHaveText([
      organization(4321).name,
    ])
    await page.keyboard.press('Enter')
    await expect(picker).toHaveValue(organization(4321).name)
    await expect(dialog.locator('[name=organization_id]')).toHaveValue('4321')
  })
})

const long = 'Northern Provinces Shipping and Warehousing '.repeat(12).trim()

const flag = { id: 1, flag_type: 'red', value: 'a.example', reason: null }

test('a text that is truncated can be read in full by keyboard, and a name that opens more while it has the focus', async ({
  page,
}) => {
  for (const [path, call, json] of [
    ['admin?tab=users', 'admin/users', [{ ...user(1), email: long }]],
    ['team', 'dashboard/team', { team_members: [{ ...member(1), email: long }] }],
    ['employee?tab=flags', 'flags/list', { flags: [{ ...flag, value: long }] }],
  ] as const) {
    await page.route(callTo(`/api/${call}`), (route) => route.fulfill({ json }))
    await page.goto(`/dashboard/${path}`)
    const toggle = page.getByRole('button', { name: long, exact: true })
    await expect(toggle).toHaveCount(1)
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    const hiddenPixels = () =>
      toggle
        .locator('bdi.clamped')
        .evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
          Math.max(scrollHeight - clientHeight, scrollWidth - clientWidth),
        )
    expect(await hiddenPixels()).toBeGreaterThan(1)
    await toggle.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await expect(toggle).toBeFocused()
    expect(await hiddenPixels()).toBeLessThan(2)
    await toggle.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  }
  await test.step('a name that opens more shows all of it while it has the focus', async () => {
    for (const [role, path, call, json] of [
      [
        'link',
        'admin?tab=organizations',
        'admin/organizations',
        [{ ...organization(1), name: long }],
      ],
      ['link', 'admin?tab=users', 'admin/users', [{ ...user(1), full_name: long }]],
      ['button', 'team', 'dashboard/team', { team_members: [{ ...member(1), full_name: long }] }],
    ] as const) {
      await page.route(callTo(`/api/${call}`), (route) => route.fulfill({ json }))
      await openWhole(page, `/dashboard/${path}`)
      const name = page.getByRole(role, { name: long, exact: true })
      const hiddenPixels = () =>
        name.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
          Math.max(scrollHeight - clientHeight, scrollWidth - clientWidth),
        )
      await expect.poll(hiddenPixels).toBeGreaterThan(1)
      // By keyboard: a focus by script alone is not shown everywhere.
      await page.keyboard.press('Tab')
      await name.focus()
      await expect.poll(hiddenPixels).toBeLessThan(2)
    }
  })
})
