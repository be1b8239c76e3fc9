import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { linkMailedTo } from '../../support/mail/outbox.ts'
import { findUser, makeOrganization } from '../../support/worlds/factories.ts'

/* A switch of the language where something else is going on: a dialog, another tab, a failure, a gate. */

const password = 'quiet zebra juggles lanterns'
const arabic = (page: Page) => page.getByRole('link', { name: 'العربية', exact: true })
const english = (page: Page) => page.getByRole('link', { name: 'English', exact: true })
const link = (page: Page) => page.locator('a[hreflang][rel=external]:is([lang=en], [lang=ar])')

async function expectLanguage(page: Page, lang: 'en' | 'ar') {
  await expect(page.locator('html')).toHaveAttribute('lang', lang)
  await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr')
  await expect.poll(() => new URL(page.url()).pathname.startsWith('/ar/')).toBe(lang === 'ar')
}

test('a switch keeps how far a screen is scrolled and leaves other tabs in their language, and a sign-out elsewhere keeps that of the tab', async ({
  page,
  users,
  context,
}) => {
  await users.signIn(page, await users.make())
  await test.step('a switch keeps how far a screen is scrolled, and what was pressed in its place', async () => {
    await page.setViewportSize({ width: 1280, height: 300 })
    await page.goto('/dashboard/account')
    await arabic(page).focus()
    const top = () => link(page).evaluate((it) => it.getBoundingClientRect().top)
    await page.evaluate(() => scrollTo(0, 200))
    const before = await top()
    await page.keyboard.press('Enter')
    await expectLanguage(page, 'ar')
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(190)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await page.goto('/dashboard/employee?tab=flags')
  const other = await context.newPage()
  await other.goto('/dashboard/employee?tab=flags')
  await expect(arabic(other)).toBeVisible()
  await arabic(page).press('Enter')
  await expectLanguage(page, 'ar')
  await other.locator('a[href="/dashboard/account"]').click()
  await expect(other.getByRole('heading', { name: 'My account' })).toBeVisible()
  await expectLanguage(other, 'en')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expectLanguage(other, 'en')
  await expect(page).toHaveURL(/\/ar\/login$/)
  await expectLanguage(page, 'ar')
  await expect(page.getByRole('button', { name: 'تسجيل الدخول', exact: true })).toBeVisible()
})

test('the page for a password changes its language with its link, its text and its ways out', async ({
  page,
  users,
}) => {
  const user = await users.make({ password: 'violet kettle drum 9' })
  await page.goto('/set-password')
  const login = page.getByRole('textbox')
  await login.fill(user.email)
  await arabic(page).press('Enter')
  await expectLanguage(page, 'ar')
  await expect(login).toHaveValue(user.email)
  await expect(page).toHaveTitle('تعيين كلمة المرور · أمان')
  await expect(page.locator('main > a[href="/ar/"]')).toBeVisible()
  await expect(page.locator('form a[href="/ar/login"]')).toBeVisible()
  await page.goBack()
  await expectLanguage(page, 'en')
  await expect(page.locator('main > a[href="/"]')).toBeVisible()
  // Once more, and by the same link as before.
  await arabic(page).press('Enter')
  await expectLanguage(page, 'ar')
  await english(page).press('Enter')
  await expectLanguage(page, 'en')
  await expect(login).toHaveValue(user.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.goto(await linkMailedTo(user.email))
  const field = page.locator('input[name=password]')
  await field.fill(password)
  await page.getByRole('button', { name: 'Show password' }).click()
  await arabic(page).press('Enter')
  await expectLanguage(page, 'ar')
  await expect(page).toHaveURL(/\/ar\/set-password\/?#.+/)
  await expect(field).toHaveValue('')
  await field.fill(password)
  await page.keyboard.press('Enter')
  // The user is signed in, in the same language.
  await expect(page).toHaveURL(/\/ar\/dashboard\/employee/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('لوحتي')
})

test('what a user has to do first is told in the language that they choose there', async ({
  page,
  users,
  place,
  console,
}) => {
  // Early calls of the pages.
  console.expect(/403/)
  await page.emulateMedia({ forcedColors: 'active' })
  const organizationId = await makeOrganization(place)
  await place.database
    .insertInto('factor_policies')
    .values({ subject: organizationId, policy: 'required', set_at: place.clock().toISOString() })
    .execute()
  for (const [overrides, title] of [
    [{ consented: false }, 'قبل البدء: خصوصيتك'],
    [{ password, must_change_password: 1 }, 'اختيار كلمة مرور خاصة بك'],
    [{ organizationId }, 'إضافة عامل ثانٍ'],
  ] as const) {
    const user = await users.make(overrides)
    await users.signIn(page, user)
    await page.goto('/dashboard')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    const box = page.getByRole('checkbox')
    if (await box.isVisible()) await box.check()
    const fields = page.locator('input[name$=password]')
    for (const field of await fields.all()) await field.fill(password)
    await arabic(page).press('Enter')
    await expectLanguage(page, 'ar')
    await expect(heading).toHaveText(title)
    await expect(english(page)).toBeFocused()
    await expect(english(page)).toHaveCSS('outline-style', 'solid')
    if (await box.isVisible()) await expect(box).toBeChecked()
    for (const field of await fields.all()) await expect(field).toHaveValue('')
    const stored = () => findUser(place, { id: user.id })
    await expect.poll(stored).toMatchObject({ locale: 'ar' })
  }
})
