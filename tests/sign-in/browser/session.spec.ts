import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { enterPassword } from '../../support/browser/screen.ts'
import { provesOnce } from '../../support/suite.ts'

const privatePaths = [
  '/dashboard',
  '/dashboard/employee',
  '/dashboard/team',
  '/dashboard/admin',
  '/app',
]

test('a signed-out user who opens a private page gets the form without a server call', {
  tag: ['@R026', '@R031', '@R032', '@R033', '@R040', '@R043'],
}, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // It decides what the form offers.
    const isOffer = pathname === '/api/auth/capabilities'
    if (pathname.startsWith('/api/') && !isOffer) asked.push(pathname)
  })
  for (const path of privatePaths) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
      await expect(page.getByText('Loading Aman...')).toBeHidden()
      expect(asked).toEqual([])
    })
  }
})

test('every entrance leads each role to its dashboard, with or without a slash', {
  tag: ['@R025', '@R027', '@R028', '@R029', '@R039', '@R041'],
}, async ({ page, users }) => {
  const entrances = ['/dashboard', '/login/', '/app', '/dashboard/', '/login', '/app/']
  for (const [index, [role, landing]] of (
    [
      ['super_admin', '/dashboard/admin'],
      ['team_lead', '/dashboard/team'],
      ['employee', '/dashboard/employee'],
    ] as const
  ).entries()) {
    await users.signIn(page, await users.make({ role }))
    // No entrance depends on a role, nor a role on the entrance.
    for (const entrance of provesOnce ? entrances.slice(index * 2, index * 2 + 2) : entrances) {
      await page.goto(entrance)
      await expect(page).toHaveURL(landing)
    }
  }
})

test('signing out leads to the form, empties both storages and ends the session', {
  tag: ['@R104', '@R293', '@firefox', '@arabic'],
}, async ({ page, users }) => {
  const user = await users.make()
  await users.signIn(page, user)
  await page.goto('/dashboard/employee')
  await page.evaluate(() => {
    localStorage.setItem('something', 'else')
    sessionStorage.setItem('something', 'else')
  })
  const signedOut = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  await signedOut

  const answer = await page.request.get('/api/auth/me', {
    headers: { authorization: `Bearer ${user.token}` },
  })
  expect(answer.status()).toBe(401)
})

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
