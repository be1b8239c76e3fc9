import { expect, test } from '../../support/browser/browser.ts'

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
