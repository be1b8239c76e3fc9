import { expect, test } from '../../support/browser/browser.ts'
import { problem, success } from '../../support/browser/screen.ts'

test.use({ viewport: { width: 360, height: 640 } })

test('on a phone a notice does not cover the form that it is about', async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await page.goto('/dashboard/admin?tab=organizations')
  await page.getByRole('button', { name: 'Add Organization' }).click()
  const create = page.getByRole('button', { name: 'Create Organization' })
  await create.click()
  await expect(problem(page, 'Please fill in organization name and contact email')).toBeVisible()
  await page.getByLabel('Organization name').fill(`Phone ${crypto.randomUUID()}`)
  await page.getByLabel('Contact email').fill('office@phone.example')
  await create.click()
  await expect(success(page, 'Organization created successfully!')).toBeInViewport()
})
