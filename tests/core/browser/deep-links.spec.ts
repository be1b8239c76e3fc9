import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { enterPassword } from '../../support/browser/screen.ts'

const password = 'violet kettle drum 9'
const messages = '/dashboard/employee?view=messages'

const isStored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])

test('a screen that is opened without a session is where the sign-in leads', {
  tag: ['@firefox'],
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

test('a refused token does not lose the screen, and a reload of the form keeps it', async ({
  page,
  users,
  console,
}) => {
  console.expect(/401/)
  const { username } = await users.make({ password })
  await page.goto('/login')
  await page.evaluate(() => localStorage.setItem('aman_access_token', 'of another day'))
  await page.goto('/dashboard/employee?tab=flags')
  await expect(page).toHaveURL('/login')
  await page.reload()
  await enterPassword(page, username, password)
  await expect(page).toHaveURL('/dashboard/employee?tab=flags')
})

test('an own password that has to be set first keeps the screen', async ({
  page,
  users,
  console,
}) => {
  console.expect(/403/)
  const { username } = await users.make({ password, must_change_password: 1 })
  await page.goto(messages)
  await enterPassword(page, username, password)
  await expect(page.getByRole('heading', { name: 'Choose a password of your own' })).toBeFocused()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password', { exact: true }).fill('quiet zebra juggles lanterns')
  await page.getByLabel('New password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(messages)
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
})

test('a screen of another role is not where the sign-in leads, and shows its error when it is opened', {
  tag: ['@R038'],
}, async ({ page, users, console }) => {
  console.expect(/403/)
  const { username } = await users.make({ password })
  await page.goto('/dashboard/admin?tab=users')
  await expect(page).toHaveURL('/login')
  await enterPassword(page, username, password)
  await expect(page).toHaveURL('/dashboard/employee')
  await page.goto('/dashboard/admin')
  await expect(page.getByText('Failed to load admin dashboard data')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/admin')
})

test('a screen of the own role is where the sign-in leads a super admin', async ({
  page,
  users,
}) => {
  const { username } = await users.make({ role: 'super_admin', password })
  await page.goto('/dashboard/admin?tab=users')
  await expect(page).toHaveURL('/login')
  await enterPassword(page, username, password)
  await expect(page).toHaveURL('/dashboard/admin?tab=users')
})

test('a screen whose address is too long for a request leads to the sign-in form alone', async ({
  page,
  users,
}) => {
  const { username } = await users.make({ password })
  await page.goto(`/dashboard/employee?view=messages&q=${'م'.repeat(1000)}`)
  await expect(page).toHaveURL('/login')
  await enterPassword(page, username, password)
  await expect(page).toHaveURL('/dashboard/employee')
})

test('no address leads to another site or page', async ({ page, users }) => {
  const user = await users.make({ role: 'team_lead', password })
  for (const to of ['https://evil.example/dashboard/team', '//evil.example', '/api/health']) {
    await page.goto(`/login?to=${encodeURIComponent(to)}`)
    await expect(page).toHaveURL('/login')
    await enterPassword(page, user.username, password)
    await expect(page).toHaveURL('/dashboard/team')
    await page.getByRole('button', { name: 'Logout' }).press('Enter')
  }
})

test('who is signed in goes on at once, in the language of the link', async ({ page, users }) => {
  await users.signIn(page, await users.make())
  await page.goto(`/ar/login?to=${encodeURIComponent(`/ar${messages}`)}`)
  await expect(page).toHaveURL(`/ar${messages}`)
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
