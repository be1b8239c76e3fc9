import { pseudoLocale, pseudoText } from '../../../build/locales/pseudo.ts'
import { expect } from '../../support/browser/browser.ts'
import { expectOnlyPseudo, test } from '../../support/browser/pseudo-locale.ts'
import {
  expectLinksInLanguage,
  named,
  press,
  root,
} from '../../support/browser/pseudo-locale-screens.ts'

/* Data is in Arabic letters and numbers, so that every Latin word on a screen is one of ours. */

test.use({ viewport: { width: 320, height: 720 } })

for (const path of ['/', '/privacy-policy', '/no-such-page', '/login']) {
  test(`${path} speaks the language of its address`, async ({ page, console }) => {
    if (path === '/no-such-page') console.expect(/404/)
    await page.goto(root + path)
    // The server's policy is there.
    if (path === '/privacy-policy') await expect(page.locator('article h2').nth(3)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', pseudoLocale)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectOnlyPseudo(page, path)
    await expectLinksInLanguage(page)
  })
}

test('the demo form answers in the language of its page', async ({ page }) => {
  await page.goto(`${root}/`)
  await press(page, 'Request a demo')
  await expect(page.getByRole('alert')).toContainText(
    pseudoText('Please enter your email and company name'),
  )
  await expectOnlyPseudo(page, 'the demo form')
})

test('a sign-in leads to the dashboard in its language, and a session that is over back', async ({
  page,
  users,
  place,
}) => {
  const user = await users.make({
    ...(await named(place, 'employee')),
    password: 'violet kettle drum',
  })
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/words.')) fetched.push(request.url())
  })
  await page.goto(`${root}/app`)
  await expect(page).toHaveURL(new RegExp(`${root}/login$`))
  await page.getByLabel(pseudoText('Username')).fill(user.username)
  await page.getByLabel(pseudoText('Password'), { exact: true }).fill('violet kettle drum')
  await press(page, 'Sign In')
  await expect(page).toHaveURL(new RegExp(`${root}/dashboard/employee$`))
  // One file for each of the two documents.
  expect(fetched.length).toBeLessThanOrEqual(2)
  await press(page, 'Menu')
  await expectOnlyPseudo(page, 'the menu')
  await press(page, 'Logout')
  await expect(page).toHaveURL(new RegExp(`${root}/login$`))
})

test('the privacy notice', async ({ page, users, place }) => {
  await users.signIn(
    page,
    await users.make({ ...(await named(place, 'employee')), consented: false }),
  )
  await page.goto(`${root}/dashboard/employee`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectOnlyPseudo(page, 'the privacy notice')
})

test('a screen that does not load, and a session that is about to end', async ({
  page,
  users,
  place,
}) => {
  await users.signIn(page, await users.make(await named(place, 'team_lead')))
  await page.route('**/api/dashboard/team', (route) => route.fulfill({ status: 500, body: '' }))
  let idle_seconds_left = 4
  await page.route(/\/api\/auth\/(?:me|session)$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), idle_seconds_left } })
    // Half of the time is left when the question comes.
    idle_seconds_left = 2
  })
  await page.goto(`${root}/dashboard/team`)
  await expect(
    page.getByText(pseudoText('Failed to load team dashboard data')).first(),
  ).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectOnlyPseudo(page, 'a session that is about to end')
})
