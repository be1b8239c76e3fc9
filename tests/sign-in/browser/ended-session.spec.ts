import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { requestsTo } from '../../support/browser/screen.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const question = (page: Page) => page.getByRole('alertdialog', { name: /about to end/ })
/** The search loads with the code that watches the session. */
const isWatched = (page: Page) => expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
const ended = (page: Page) => page.getByText(/^Your session has ended/)
const password = 'the right password'

async function signInAgain(page: Page, username: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign In')
}

/** Types a long support request, then ends the session. */
async function losesSession(page: Page) {
  await page.goto('/dashboard/team?tab=tools')
  await press(page, 'Request Support')
  await page.getByLabel('Subject').fill('A long story')
  await page.getByLabel('Description').fill('It began\nlast week')
  await page.route('**/api/team/support-request', (route) =>
    route.fulfill({ status: 401, json: { detail: 'no' } }),
  )
  await press(page, 'Submit')
  await expect(ended(page)).toBeVisible()
  await expect(page).toHaveURL('/login')
}

test.beforeEach(({ console }) => console.expect(/^401 POST \/api\/team\/support-request/))

test('the same user returns to the same screen, tab and draft without any of it being stored', {
  tag: ['@arabic'],
}, async ({ page, users }) => {
  const user = await users.make({ role: 'team_lead', password })
  await users.signIn(page, user)
  await losesSession(page)
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  await signInAgain(page, user.username)
  await expect(page).toHaveURL('/dashboard/team?tab=tools')
  await expect(page.getByLabel('Subject')).toHaveValue('A long story')
  await expect(page.getByLabel('Description')).toHaveValue('It began\nlast week')
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
})

test('two minutes before the idle timeout the user is asked and can stay; typing extends the session', async ({
  page,
  users,
}) => {
  let left = 110
  await page.route('**/api/auth/session', (route) => {
    if (route.request().method() === 'POST') left = 3600
    return route.fulfill({ json: { idle_seconds_left: left } })
  })
  const extended = requestsTo(page, 'POST', '/api/auth/session')
  const looked = requestsTo(page, 'GET', '/api/auth/session')
  await page.clock.install()
  await users.signIn(page, await users.make())
  await page.goto('/dashboard/employee?tab=flags')
  await expect(page.getByLabel('Email address or domain')).toBeVisible()
  await isWatched(page)
  await page.clock.fastForward('57:30')
  await expect(question(page)).toHaveCount(0)
  expect(looked).toEqual([])
  await page.clock.fastForward('00:31')
  await expect(question(page)).toBeVisible()
  expect(extended).toEqual([])
  await press(page, 'Stay signed in')
  await expect(question(page)).toHaveCount(0)
  expect(extended).toHaveLength(1)

  await page.getByLabel('Email address or domain').fill('a')
  expect(extended).toHaveLength(1)
  await page.clock.fastForward('01:01')
  await page.getByLabel('Email address or domain').pressSequentially('bc')
  await expect.poll(() => extended.length).toBe(2)
})
