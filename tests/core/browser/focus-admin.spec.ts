import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
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

  test('each form of an admin opens with the focus on its first field', async ({ page }) => {
    for (const [opener, tab, field] of [
      ['Add New User', 'users', 'Username'],
      ['Add Organization', 'organizations', 'Organization name'],
      ['Generate Receipt', 'overview', 'Organization'],
      ['Request Report', 'overview', 'Kind of report'],
    ] as const) {
      await answerLoads(page, 'full')
      await page.goto(`/dashboard/admin?tab=${tab}`)
      await button(page, opener).click()
      await expect(page.getByRole('dialog').getByLabel(field, { exact: true })).toBeFocused()
    }
  })

  test('Escape asks before it discards the input of a form', async ({ page }) => {
    const [opener, tab, field] = ['Edit Rania 0', 'users', 'Full name'] as const
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
})
