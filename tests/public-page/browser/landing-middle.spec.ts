import { expect, test } from '../../support/browser/browser.ts'

test('a demo is asked for in the header and in the middle, on a phone too', async ({ page }) => {
  for (const path of ['/', '/ar/']) {
    await page.goto(path)
    for (const width of [320, 360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const header = page.getByRole('banner').locator('a[href="#demo"]')
      await expect(header).toBeInViewport({ ratio: 1 })
      const [home, demo] = await page
        .locator('.site-header :is(.home, a[href="#demo"])')
        .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top))
      expect(Math.abs((home ?? 0) - (demo ?? 0)), `one line at ${width} px`).toBeLessThan(20)
    }
    await page.locator('.claims a[href="#demo"]').click()
    await expect(page.locator('#demo h2')).toBeInViewport()
  }
  await page.goto('/privacy-policy')
  await expect(page.getByRole('banner').locator('a[href="/#demo"]')).toBeVisible()
})
