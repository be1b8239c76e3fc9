import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { provesOnce } from '../../support/suite.ts'

const looks = [
  [320, 'light'],
  [1440, 'dark'],
] as const

const allLooks = [...looks, [320, 'dark'], [1440, 'light']] as const

/** Checks phone and desktop widths in light and dark without reloading the page. */
async function expectNoViolations(
  page: Page,
  what: string,
  among: readonly (typeof allLooks)[number][],
) {
  for (const [width, colorScheme] of among) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page), `${what} at ${width} px in ${colorScheme}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
}

test('front page, policy and the page for unknown addresses have no violations, in both languages', async ({
  page,
  console,
}) => {
  console.expect(/404/)
  for (const [locale, among] of [
    ['', provesOnce ? looks.slice(0, 1) : allLooks],
    ['/ar', provesOnce ? looks.slice(1) : looks.toReversed()],
  ] as const) {
    await page.goto(`${locale}/`)
    await page.locator('#faq summary').first().click()
    await page.locator('#demo').getByRole('button').click()
    await expect(page.getByRole('alert').last()).toBeVisible()
    await expectNoViolations(page, `front page ${locale}`, among)
    await page.goto(`${locale}/privacy-policy`)
    await expect(page.locator('article h2').nth(3)).toBeVisible()
    await expectNoViolations(page, `policy ${locale}`, among)
    await page.goto(`${locale}/no-such-page`)
    await expectNoViolations(page, `unknown address ${locale}`, among)
  }
})
