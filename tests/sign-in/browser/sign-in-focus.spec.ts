import { expect, test } from '../../support/browser/browser.ts'
import { requestsTo } from '../../support/browser/screen.ts'

test('a failed sign-in focuses the password, a good one the dashboard, and Logout the form', {
  tag: ['@arabic'],
}, async ({ console, page, users }) => {
  console.expect(/^401 POST \/api\/auth\/login/)
  const user = await users.make({ password: 'the right password' })
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  const signIn = page.getByRole('button', { name: 'Sign In', exact: true })
  await page.getByLabel('Username').fill(user.username)
  await password.fill('the wrong password')
  // The Enter key does nothing on a disabled button.
  await expect(signIn).toBeEnabled()
  await signIn.press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill('the right password')
  await expect(signIn).toBeEnabled()
  await signIn.press('Enter')
  await expect(page).toHaveURL('/dashboard/employee')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Logout', exact: true }).press('Enter')
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('a username of blanks is rejected like an empty one', { tag: ['@R051'] }, async ({ page }) => {
  const sent = requestsTo(page, 'POST', '/api/auth/login')
  await page.goto('/login')
  await page.getByLabel('Username').fill('   ')
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
  expect(await page.getByLabel('Username').evaluate((field) => field.matches(':invalid'))).toBe(
    true,
  )
  expect(sent).toEqual([])
})
