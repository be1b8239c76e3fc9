import { expect, test } from '../../support/browser/browser.ts'

test("the footer's addresses are not broken at any width", async ({ page }) => {
  await page.goto('/privacy-policy')
  const addresses = page.getByRole('contentinfo').locator('address a')
  await expect(addresses).toHaveCount(2)
  for (const width of [320, 360, 768, 800, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    for (const address of await addresses.all()) {
      const lines = await address.evaluate((link) => link.getClientRects().length)
      expect(lines, `at ${width} px`).toBe(1)
    }
  }
})

test('the navigation is not printed, at any width', async ({ page }) => {
  await page.goto('/')
  const navigation = page.getByRole('banner').locator('nav')
  await expect(navigation).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const width of [600, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(navigation).toBeHidden()
    await expect(page.locator('.site-header .logo')).toBeVisible()
  }
})
