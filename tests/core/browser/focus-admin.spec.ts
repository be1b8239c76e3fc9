import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { hold, requestsTo } from '../../support/browser/screen.ts'
import { answerLoads } from '../../support/worlds/dashboard-answers.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

test.describe('a super admin', () => {
  test.beforeEach(async ({ page, users }) => {
    await users.signIn(page, await users.make({ role: 'super_admin' }))
  })

  test('removes users one after the other with the keyboard, with one call each', async ({
    page,
    users,
  }) => {
    const shared = `Leaving ${crypto.randomUUID()}`
    for (const letter of ['a', 'b']) await users.make({ full_name: `${shared} ${letter}` })
    const sent = requestsTo(page, 'DELETE', /^\/api\/admin\/users\//)
    await page.goto('/dashboard/admin?tab=users')
    await page.getByRole('searchbox').fill(shared)
    const release = await hold(page, '**/api/admin/users/*')
    await button(page, `Remove User ${shared} a`).press('Enter')
    await page.getByLabel('Type DELETE to confirm').fill('DELETE')
    await page.getByLabel('Type DELETE to confirm').press('Enter')
    await expect(button(page, 'Removing...')).toBeFocused()
    await button(page, 'Removing...').click({ force: true })
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    release()
    await expect(page.getByText(`${shared} a`, { exact: true })).toHaveCount(0)
    await expect(button(page, `Remove User ${shared} b`)).toBeFocused()
    expect(sent).toHaveLength(1)
  })

  for (const [opener, tab, field] of [
    ['Add New User', 'users', 'Username'],
    ['Add Organization', 'organizations', 'Organization name'],
    ['Generate Receipt', 'overview', 'Organization'],
    ['Request Report', 'overview', 'Kind of report'],
  ] as const) {
    test(`'${opener}' opens with the focus on '${field}'`, async ({ page }) => {
      await answerLoads(page, 'full')
      await page.goto(`/dashboard/admin?tab=${tab}`)
      await button(page, opener).click()
      await expect(page.getByRole('dialog').getByLabel(field, { exact: true })).toBeFocused()
    })
  }

  for (const [opener, tab, field] of [
    ['Add New User', 'users', 'Username'],
    ['Edit Rania 0', 'users', 'Full name'],
    ['Add Organization', 'organizations', 'Organization name'],
  ] as const) {
    test(`Escape asks before it discards input after '${opener}'`, async ({ page }) => {
      await answerLoads(page, 'full')
      await page.goto(`/dashboard/admin?tab=${tab}`)
      const typed = page.getByRole('dialog').getByLabel(field, { exact: true })
      const question = page.getByRole('alertdialog', { name: 'Discard changes' })

      await button(page, opener).click()
      await expect(typed).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await button(page, opener).click()
      await typed.fill('Typed with care')
      await page.keyboard.press('Escape')
      await expect(question).toBeVisible()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(typed).toHaveValue('Typed with care')
      await expect(typed).toBeFocused()

      await page.keyboard.press('Escape')
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      await expect(typed).toHaveValue('Typed with care')

      await button(page, 'Close').click()
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(button(page, opener)).toBeFocused()
    })
  }

  test('a field that joins a form late is no change to ask about', async ({ page }) => {
    await answerLoads(page, 'full')
    const release = await hold(page, '**/api/auth/capabilities')
    await page.goto('/dashboard/admin?tab=organizations')
    await button(page, 'Add Organization').click()
    await expect(page.getByLabel('Organization name')).toBeFocused()
    await expect(page.getByLabel('Language')).toHaveCount(0)
    release()
    await expect(page.getByLabel('Language')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('the support form closes without a question and keeps its draft', async ({ page }) => {
    await page.goto('/dashboard/team?tab=tools')
    await button(page, 'Request Support').click()
    await expect(page.getByLabel('What is it about?')).toBeFocused()
    await page.getByLabel('Subject').fill('A long story')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await button(page, 'Request Support').click()
    await expect(page.getByLabel('Subject')).toHaveValue('A long story')
  })

  test('Try Again passes the focus to the content that replaces it', async ({ console, page }) => {
    console.expect(/^500 GET \/api\/admin\/dashboard/)
    await page.route('**/api/admin/dashboard', (route) => route.fulfill({ status: 500 }), {
      times: 1,
    })
    await page.goto('/dashboard/admin')
    await button(page, 'Try Again').press('Enter')
    await expect(page.getByRole('heading', { name: 'System Performance' })).toBeVisible()
    await expect(page.getByRole('tabpanel')).toBeFocused()
  })

  test('Refresh keeps the focus while it loads', async ({ page }) => {
    await openWhole(page, '/dashboard/admin')
    // While the rest of long lists loads, the button ignores a press.
    await expect(page.getByText('Updated')).toBeVisible()
    const asked = requestsTo(page, 'GET', '/api/admin/dashboard')
    const release = await hold(page, '**/api/admin/dashboard')
    await button(page, 'Refresh').press('Enter')
    await expect(button(page, 'Refreshing...')).toBeFocused()
    await page.keyboard.press('Enter')
    release()
    await expect(button(page, 'Refresh')).toBeFocused()
    expect(asked).toHaveLength(1)
  })
})
