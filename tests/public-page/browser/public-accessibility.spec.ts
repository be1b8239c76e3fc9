import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'

const looks = [
  [320, 'light'],
  [1440, 'dark'],
] as const

const allLooks = [...looks, [320, 'dark'], [1440, 'light']] as const

/** Checks phone and desktop widths in light and dark without reloading the page. */
async function expectNoViolations(
  page: Page,
  what: string,
  among: readonly (typeof allLooks)[number][] = allLooks,
) {
  for (const [width, colorScheme] of among) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page), `${what} at ${width} px in ${colorScheme}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
}

test('the front page has no violations with a question open and an error in the form', async ({
  page,
}) => {
  await page.goto('/')
  await page.locator('#faq summary').first().click()
  await page.locator('#demo').getByRole('button', { name: 'Request a demo' }).click()
  await expect(page.getByText('Please enter your email and company name')).toBeVisible()
  await expectNoViolations(page, 'front page')
})

for (const path of ['/privacy-policy', '/404.html']) {
  test(`${path} has no violations and no overflow`, async ({ page }) => {
    await page.route('**/api/privacy-policy', (route) =>
      route.fulfill({ json: { title: 'Policy', sections: [{ title: 'A', content: 'B' }] } }),
    )
    await page.goto(path)
    await expectNoViolations(page, path)
  })
}

test('in Arabic, front page, policy and the page for unknown addresses have no violations', async ({
  page,
  console,
}) => {
  await page.goto('/ar/')
  await page.locator('#faq summary').first().click()
  await page.locator('#demo').getByRole('button').click()
  await expect(page.getByRole('alert').last()).toBeVisible()
  await expectNoViolations(page, 'front page', looks)
  await page.goto('/ar/privacy-policy')
  await expect(page.locator('article h2').nth(3)).toBeVisible()
  await expectNoViolations(page, 'policy', looks)
  console.expect(/404/)
  await page.goto('/ar/no-such-page')
  await expectNoViolations(page, 'unknown address', looks)
})

for (const path of ['/', '/ar/']) {
  test(`nothing on ${path} overflows at any width`, async ({ page }) => {
    await page.goto(path)
    for (const width of [320, 400, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
}
