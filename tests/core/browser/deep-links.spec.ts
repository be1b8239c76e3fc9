import type { Page } from '@playwright/test'
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
