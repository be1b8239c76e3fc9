import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { requestsTo } from '../../support/browser/screen.ts'
import { full } from '../../support/worlds/dashboard-answers.ts'

const loads = ['/api/admin/dashboard', '/api/admin/users', '/api/admin/organizations'] as const
const failed = 'Failed to load admin dashboard data'

const summary = full['/admin/dashboard']

async function answerWith(page: Page, data: object) {
  await page.route('**/api/admin/dashboard', (route) => route.fulfill({ json: data }))
}

test('the three calls of a super admin start together, behind a spinner, and then the heading and the four sections are there', {
  tag: [
    '@R037',
    '@R189',
    '@R216',
    '@R217',
    '@R218',
    '@R247',
    '@R249',
    '@R298',
    '@firefox',
    '@arabic',
  ],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const asked = loads.map((path) => requestsTo(page, 'GET', path))
  await page.route('**/api/admin/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard/admin')
  await expect(page.getByText('Loading admin dashboard...', { exact: true })).toBeVisible()
  await expect.poll(() => asked.map((requests) => requests.length)).toEqual([1, 1, 1])
  await expect(page.getByText(failed)).toHaveCount(0)
  release()
  await expect(page.getByRole('region', { name: 'System Performance' })).toBeVisible()
  await expect(page.getByText('Loading admin dashboard...')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Super Admin Dashboard')
  await expect(
    page.getByText('System-wide management and analytics', { exact: true }),
  ).toBeVisible()
  for (const name of ['System Overview', 'User Management', 'Organizations', 'Flags Management']) {
    const tab = page.getByRole('tab', { name, exact: true })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel', { name }).getByRole('heading').first()).toBeVisible()
  }
})

test('employees and leads stay at the admin dashboard with an error and no data', {
  tag: ['@R038', '@R207'],
}, async ({ console, page, users }) => {
  for (const role of ['employee', 'team_lead'] as const) {
    console.expect(/^403 GET \/api\/admin\//)
    await users.signIn(page, await users.make({ role }))
    await page.goto('/dashboard/admin')
    await expect(page.getByText(failed, { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/dashboard/admin')
    await expect(page.getByText('@example.test')).toHaveCount(0)
    await page.getByRole('tab', { name: 'User Management' }).click()
    await expect(page.getByText(failed, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /Generate Receipt/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add New User' })).toHaveCount(0)
  }
})

test.describe('as a super admin', () => {
  test.beforeEach(async ({ page, users }) => {
    await users.signIn(page, await users.make({ role: 'super_admin' }))
  })

  test('the overview shows the totals, and billing cannot be reached by mouse, keyboard or address', {
    tag: [
      '@R222',
      '@R223',
      '@R224',
      '@R225',
      '@R226',
      '@R227',
      '@R004',
      '@R219',
      '@R221',
      '@firefox',
    ],
  }, async ({ page }) => {
    await test.step('the overview shows the totals', async () => {
      await answerWith(page, summary)
      await page.goto('/dashboard/admin')
      for (const [title, count, caption] of [
        ['Total Users', '1,204', 'Active platform users'],
        ['Organizations', '31', 'Registered companies'],
        ['Total Scans', '98,765', 'Emails analyzed system-wide'],
      ] as const) {
        const card = page.getByRole('listitem').filter({ hasText: caption })
        await expect(card.getByRole('heading', { name: title, exact: true })).toBeVisible()
        await expect(card.getByText(count, { exact: true })).toBeVisible()
        await expect(card.getByText(caption, { exact: true })).toBeVisible()
      }
      const performance = page.getByRole('region', { name: 'System Performance' })
      for (const [label, value] of [
        ['Phishing emails detected', /^2,345$/],
        ['Detection rate', /^97\.[23]%$/],
        ['Average cost per scan', /^0\.10 JOD$/],
      ] as const) {
        const counter = performance.getByRole('term').filter({ hasText: label }).locator('xpath=..')
        await expect(counter.getByRole('definition').first()).toHaveText(value)
      }
    })
    await test.step('billing cannot be reached by mouse, keyboard or address, and the revenue is not shown anywhere', async () => {
      await answerWith(page, summary)
      await page.goto('/dashboard/admin?tab=billing')
      const overview = page.getByRole('tab', { name: 'System Overview' })
      const billing = page.getByRole('tab', { name: 'Billing' })
      await expect(overview).toHaveAttribute('aria-selected', 'true')
      await expect(billing).toBeDisabled()
      await billing.click({ force: true })
      await expect(overview).toHaveAttribute('aria-selected', 'true')
      await overview.press('End')
      await expect(page.getByRole('tab', { name: 'Flags Management' })).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expect(overview).toBeFocused()
      for (const name of [
        'User Management',
        'Organizations',
        'Flags Management',
        'System Overview',
      ]) {
        await page.getByRole('tab', { name }).click()
        await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
        await expect(page.locator('html')).not.toContainText(/4,321|4321\.09|per email scan/)
      }
      await expect(billing).toHaveAttribute('aria-selected', 'false')
    })
  })
})
