import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { makeOrganization, reportScans } from '../../support/worlds/factories.ts'

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
  await expect
    .poll(() =>
      place.database
        .selectFrom('users')
        .select('locale')
        .where('id', '=', user.id)
        .executeTakeFirst(),
    )
    .toEqual({ locale: 'ar' })
  await page.locator('a[href="/ar/dashboard/account"]').click()
  await expectLanguage(page, 'ar', /\/ar\/dashboard\/account$/)
  // Back crosses the switch, and the choice stays.
  await page.goBack()
  await page.goBack()
  await expectLanguage(page, 'en', /\/dashboard\/employee\?.*view=messages/)
})

test('a form that is half filled in keeps its text and its dialog', async ({ page, users }) => {
  await users.signIn(page, await users.make())
  await page.goto('/dashboard/employee?tab=flags')
  const value = page.locator('main form input[name=value]')
  await value.fill('sender.example')
  await arabic(page).click()
  await expectLanguage(page, 'ar', /\/ar\/dashboard\/employee\?tab=flags$/)
  await expect(value).toHaveValue('sender.example')
})

test('the screens after sign-in are in the language of the user, unless another one was chosen here', async ({
  page,
  users,
  place,
}) => {
  const organizationId = await makeOrganization(place, { locale: 'ar' })
  const user = await users.make({ organizationId, password })
  await page.goto('/login')
  await signIn(page, user.username)
  await expectLanguage(page, 'ar', /\/ar\/dashboard\/employee$/)
  const logout = page.locator('header button', { hasText: /Logout|الخروج/ })
  await logout.filter({ visible: true }).click()
  await expectLanguage(page, 'ar', /\/ar\/login$/)
  await english(page).click()
  await expectLanguage(page, 'en', /\/login$/)
  await signIn(page, user.username)
  await expectLanguage(page, 'en', /\/dashboard\/employee$/)
  // A link says its language itself.
  await page.goto('/dashboard/employee?tab=flags')
  await expect(page.locator('main form input[name=value]')).toBeVisible()
  await expectLanguage(page, 'en', /\/dashboard\/employee\?tab=flags$/)
  // An entrance does not.
  await page.goto('/dashboard')
  await expectLanguage(page, 'ar', /\/ar\/dashboard\/employee$/)
})

test('a user chooses a language in the account', async ({ page, users }) => {
  const user = await users.make()
  await users.signIn(page, user)
  await page.goto('/dashboard/account')
  const choice = page.locator('select[name=locale]')
  await expect(choice).toHaveValue('')
  await choice.selectOption('ar')
  await page.getByRole('button', { name: 'Save language' }).click()
  await expectLanguage(page, 'ar', /\/ar\/dashboard\/account$/)
  await expect(choice).toHaveValue('ar')
  await choice.selectOption('')
  await choice.press('Tab')
  await page.keyboard.press('Enter')
  await expectLanguage(page, 'en', /\/dashboard\/account$/)
  await expect(page.getByRole('status').getByText('Language saved')).toBeVisible()
})
