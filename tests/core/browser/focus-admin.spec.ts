import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { hold, requestsTo } from '../../support/browser/screen.ts'

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
})
