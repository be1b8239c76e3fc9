import { findViolations } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'

for (const width of [320, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`at ${width} px in ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })

      test('the front page has no violations with a question open and an error in the form', async ({
        page,
      }) => {
        await page.goto('/')
        await page.locator('#faq summary').first().click()
        await page.locator('#demo').getByRole('button', { name: 'Request a demo' }).click()
        await expect(page.getByText('Please enter your email and company name')).toBeVisible()
        expect(await findViolations(page)).toEqual([])
      })

      for (const path of ['/privacy-policy', '/404.html']) {
        test(`${path} has no violations and no overflow`, async ({ page }) => {
          await page.route('**/api/privacy-policy', (route) =>
            route.fulfill({ json: { title: 'Policy', sections: [{ title: 'A', content: 'B' }] } }),
          )
          await page.goto(path)
          expect(await findViolations(page)).toEqual([])
        })
      }
    })
  }
}

for (const [width, colorScheme] of [
  [320, 'light'],
  [1440, 'dark'],
] as const) {
  test.describe(`in Arabic at ${width} px in ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })

    test('front page, policy and the page for unknown addresses have no violations', {
      tag: ['@A904'],
    }, async ({ page, console }) => {
      await page.goto('/ar/')
      await page.locator('#faq summary').first().click()
      await page.locator('#demo').getByRole('button').click()
      await expect(page.getByRole('alert').last()).toBeVisible()
      expect(await findViolations(page), 'front page').toEqual([])
      await page.goto('/ar/privacy-policy')
      await expect(page.locator('article h2').nth(3)).toBeVisible()
      expect(await findViolations(page), 'policy').toEqual([])
      console.expect(/404/)
      await page.goto('/ar/no-such-page')
      expect(await findViolations(page), 'unknown address').toEqual([])
    })
  })
}

for (const path of ['/', '/ar/']) {
  test(`nothing on ${path} overflows at any width`, { tag: ['@A904'] }, async ({ page }) => {
    await page.goto(path)
    for (const width of [320, 400, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
}
