import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { findUser } from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const password = 'quiet zebra juggles lanterns'
const arabic = (page: Page) => page.getByRole('link', { name: 'العربية', exact: true })
const english = (page: Page) => page.getByRole('link', { name: 'English', exact: true })

async function expectLanguage(page: Page, lang: 'en' | 'ar', path: string | RegExp) {
  await expect(page).toHaveURL(path)
  await expect(page.locator('html')).toHaveAttribute('lang', lang)
  await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr')
}

async function signIn(page: Page, username: string) {
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=password]').fill(password)
  await expect(page.locator('button[type=submit]')).toBeEnabled()
  await page.keyboard.press('Enter')
}

test('a switch in the sign-in form keeps what was typed, but not the password', async ({
  page,
  users,
}) => {
  const user = await users.make({ password })
  await page.goto('/login')
  await page.locator('[name=username]').fill(user.username)
  await page.locator('[name=password]').fill(password)
  const title = await page.title()
  await arabic(page).focus()
  await page.keyboard.press('Enter')
  await expectLanguage(page, 'ar', /\/ar\/login$/)
  await expect(english(page)).toBeFocused()
  await expect(english(page)).toHaveAttribute('lang', 'en')
  await expect(page.locator('[name=username]')).toHaveValue(user.username)
  await expect(page.locator('[name=password]')).toHaveValue('')
  expect(await findViolations(page)).toEqual([])
  await page.goBack()
  await expectLanguage(page, 'en', /\/login$/)
  await expect(page.locator('[name=username]')).toHaveValue(user.username)
  expect(await page.title()).toBe(title)
  await page.goForward()
  await expectLanguage(page, 'ar', /\/ar\/login$/)
  const sizes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')].map((it) => getComputedStyle(it).fontSize),
    )
  const switched = await sizes()
  await page.reload()
  await expect(english(page)).toBeVisible()
  expect(switched).toEqual(await sizes())
  await signIn(page, user.username)
  await expectLanguage(page, 'ar', /\/ar\/dashboard\/employee$/)
})

test('a switch in a dashboard keeps the view, its filters, the open panel and the place, and is the choice of the user', async ({
  page,
  users,
  place,
}) => {
  const user = await users.make()
  await reportScans(place, user, [
    { subject: 'Minutes of Monday', threat_level: 'suspicious' },
    { subject: 'Minutes of Tuesday', threat_level: 'safe' },
  ])
  await users.signIn(page, user)
  await page.goto('/dashboard/employee?view=messages&q=monday')
  const panel = page.locator('[aria-expanded=true]')
  await page.getByRole('button', { name: /Minutes of Monday/ }).click()
  await expect(panel).toHaveCount(1)
  await page.getByRole('searchbox').fill('mon')
  await arabic(page).click()
  await expectLanguage(page, 'ar', /\/ar\/dashboard\/employee\?.*view=messages/)
  await expect(panel).toHaveCount(1)
  await expect(page.getByRole('searchbox')).toHaveValue('mon')
  await expect(page.getByText('Minutes of Tuesday')).toHaveCount(0)
  await expect.poll(() => findUser(place, { id: user.id })).toMatchObject({ locale: 'ar' })
  await page.locator('a[href="/ar/dashboard/account"]').click()
  await expectLanguage(page, 'ar', /\/ar\/dashboard\/account$/)
  // Back crosses the switch, and the choice stays.
  await page.goBack()
  await page.goBack()
  await expectLanguage(page, 'en', /\/dashboard\/employee\?.*view=messages/)
})
