import { expect, test } from '../../support/browser/browser.ts'
import { callsOf, ofEmployee, waitForContent } from '../../support/browser/first-calls.ts'
import { enterPassword } from '../../support/browser/screen.ts'

const code = '**/assets/http-client.*'

test('a sign-in whose code does not load fails like a lost connection, and the next one signs in', {
  tag: ['@firefox'],
}, async ({ page, users, console }) => {
  console.expect(/ERR_INTERNET_DISCONNECTED/)
  const user = await users.make({ password: 'the right password' })
  const made = callsOf(page)
  await page.route(code, (route) => route.abort('internetdisconnected'))
  await page.goto('/login')
  await enterPassword(page, user.username, 'the right password')
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible()
  expect(made()).toEqual([])
  await page.unroute(code)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await waitForContent(page, 'employee')
  expect(made()).toEqual(['/api/auth/login', ...ofEmployee])
})
