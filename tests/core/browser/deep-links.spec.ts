import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { enterPassword } from '../../support/browser/screen.ts'

const password = 'violet kettle drum 9'
const messages = '/dashboard/employee?view=messages'

const isStored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])

test('a screen that is opened without a session is where the sign-in leads', {
  tag: ['@firefox', '@R292'],
}, async ({ page, users }) => {
  const { username } = await users.make({ role: 'team_lead', password, consented: false })
  await page.goto(messages)
  // The specified address, to the letter.
  await expect(page).toHaveURL('/login')
  expect(await isStored(page)).toEqual([])
  await page.reload()
  await expect(page).toHaveURL('/login')
  await enterPassword(page, username, password)
  await page.getByRole('dialog').getByRole('checkbox').press('Space')
  await page.getByRole('button', { name: 'Agree & Continue' }).press('Enter')
  await expect(page).toHaveURL(messages)
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
  expect(await isStored(page)).toEqual(['aman_access_token'])
  // Only once, and not for who comes next.
  await page.getByRole('button', { name: 'Logout' }).press('Enter')
  await expect(page).toHaveURL('/login')
  await enterPassword(page, username, password)
  await expect(page).toHaveURL('/dashboard/team')
})

test('no address leads to another site, page or role, or is too long to ask for', async ({
  page,
  users,
}) => {
  const user = await users.make({ role: 'team_lead', password })
  const named = ['https://evil.example/dashboard/team', '//evil.example', '/api/health']
  for (const to of [
    ...named.map((address) => `/login?to=${encodeURIComponent(address)}`),
    `/dashboard/employee?view=messages&q=${'م'.repeat(1000)}`,
    '/dashboard/admin?tab=users',
  ]) {
    await page.goto(to)
    await expect(page).toHaveURL('/login')
    await enterPassword(page, user.username, password)
    await expect(page).toHaveURL('/dashboard/team')
    await page.getByRole('button', { name: 'Logout' }).press('Enter')
  }
})

test('without a connection the form says so beside the specified alert', {
  tag: ['@R055'],
}, async ({ page, users, console }) => {
  console.expect(/Failed to load resource/)
  const { username } = await users.make({ password })
  await page.goto('/login')
  await page.route('**/api/auth/login', (route) => route.abort())
  await enterPassword(page, username, password)
  await expect(page.getByRole('alert').getByText('Login failed', { exact: true })).toBeVisible()
  const line = page.getByText('There is no connection to the server.')
  await expect(line).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.unroute('**/api/auth/login')
  await page.keyboard.press('Enter')
  await expect(line).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/employee')
})
