import { expect, test } from '../../support/browser/browser.ts'

test('five questions start closed, open by click, Enter and Space, one at a time, and close', {
  tag: ['@R085', '@R086', '@R087', '@R088', '@firefox'],
}, async ({ page }) => {
  await page.goto('/')
  const items = page.locator('#faq details')
  await expect(items).toHaveCount(5)
  await expect(page.locator('#faq details[open]')).toHaveCount(0)
  await items.nth(0).locator('summary').click()
  await expect(items.nth(0).locator('p')).toBeVisible()
  for (const [index, key] of [
    [1, 'Enter'],
    [2, 'Space'],
  ] as const) {
    await items.nth(index).locator('summary').focus()
    await page.keyboard.press(key)
    await expect(items.nth(index).locator('p')).toBeVisible()
    await expect(page.locator('#faq details[open]')).toHaveCount(1)
  }
  await items.nth(2).locator('summary').click()
  await expect(page.locator('#faq details[open]')).toHaveCount(0)
})
