import { expect, test } from '../../support/browser/browser.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test('five questions start closed', { tag: ['@R085'] }, async ({ page }) => {
  await expect(page.locator('#faq summary')).toHaveCount(5)
  await expect(page.locator('#faq details[open]')).toHaveCount(0)
})

test('a question opens by click, Enter and Space', {
  tag: ['@R086', '@firefox'],
}, async ({ page }) => {
  const items = page.locator('#faq details')
  await items.nth(0).locator('summary').click()
  await expect(items.nth(0).locator('p')).toBeVisible()
  await items.nth(1).locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(items.nth(1).locator('p')).toBeVisible()
  await items.nth(2).locator('summary').focus()
  await page.keyboard.press('Space')
  await expect(items.nth(2).locator('p')).toBeVisible()
})

test('one question is open at a time, and a click closes it', {
  tag: ['@R087', '@R088', '@firefox'],
}, async ({ page }) => {
  const items = page.locator('#faq details')
  await items.nth(0).locator('summary').click()
  await items.nth(3).locator('summary').click()
  await expect(page.locator('#faq details[open]')).toHaveCount(1)
  await expect(items.nth(3)).toHaveAttribute('open')
  await items.nth(3).locator('summary').click()
  await expect(page.locator('#faq details[open]')).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the questions open without scripts too', { tag: ['@R086'] }, async ({ page }) => {
    await page.locator('#faq summary').first().click()
    await expect(page.locator('#faq details p').first()).toBeVisible()
  })
})
