import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'

const password = 'violet kettle drum 9'

/** Opens the user's own form, found among all users by username. */
async function editOneself(page: Page, username: string, name: string) {
  await page.goto('/dashboard/admin?tab=users')
  await page.getByRole('searchbox').fill(username)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
}

function save(page: Page) {
  return page.getByRole('dialog').getByRole('button', { name: 'Save User' }).click()
}

test('the header shows the new name of a super admin who renames themselves', {
  tag: ['@arabic'],
}, async ({ page, users }) => {
  const full_name = `Rania ${crypto.randomUUID()}`
  const admin = await users.make({ role: 'super_admin', full_name })
  await users.signIn(page, admin)
  await editOneself(page, admin.username, full_name)
  const renamed = `Nour ${crypto.randomUUID()}`
  await page.getByRole('dialog').getByLabel('Full name').fill(renamed)
  await expect(page.getByRole('banner')).toContainText(full_name)
  await save(page)
  await expect(page.getByRole('banner')).toContainText(renamed)
  await expect(page.getByRole('banner')).not.toContainText(full_name)
})

test('the links of an admin disappear when they give up their role', async ({
  page,
  users,
  console,
}) => {
  const full_name = `Rania ${crypto.randomUUID()}`
  const admin = await users.make({ role: 'super_admin', full_name })
  await users.signIn(page, admin)
  await editOneself(page, admin.username, full_name)
  // Elements behind the dialog have no role.
  const link = page.getByRole('navigation', { includeHidden: true }).locator('[href*="/admin"]')
  await expect(page.getByRole('banner')).toContainText('Super Admin')
  await expect(link).not.toHaveCount(0)
  console.expect(/403/)
  await page.getByRole('dialog').getByLabel('Role').selectOption('employee')
  await save(page)
  await expect(page.getByRole('banner')).toContainText('Employee')
  await expect(link).toHaveCount(0)
})
