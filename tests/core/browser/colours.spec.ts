import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { colourOf, riskColourOf } from '../../support/browser/colour.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { rowsOf, success } from '../../support/browser/screen.ts'
import { answerEmployee, answerLoads, full } from '../../support/worlds/dashboard-answers.ts'

async function inBoth(page: Page, see: (colorScheme: 'light' | 'dark') => Promise<void>) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await test.step(`in ${colorScheme}`, () => see(colorScheme))
  }
}

test('in light and dark, risks, verdicts, flags and roles have the colours of their words', {
  tag: ['@R233', '@R234', '@R235', '@R294', '@R295', '@R296', '@R170'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await answerLoads(page, 'full')
  await page.route('**/api/flags/add', (route) => route.fulfill({ json: {} }))
  for (const [risk_score, words, colour] of [
    [10, 'Low Risk', 'green'],
    [69.9, 'Medium Risk', 'amber'],
    [70, 'High Risk', 'red'],
  ] as const) {
    await answerEmployee(page, { ...full['/dashboard/employee'], risk_score })
    await openWhole(page, '/dashboard/employee')
    const badge = page.getByText(words, { exact: true })
    await inBoth(page, async () => {
      expect(await riskColourOf(badge), words).toBe(colour)
      expect(await riskColourOf(page.locator('.gauge-fill'), 'stroke'), words).toBe(colour)
    })
  }
  await inBoth(page, async () => {
    for (const [level, colour] of Object.entries({
      Safe: 'green',
      Suspicious: 'amber',
      Malicious: 'red',
    })) {
      const badge = page.locator('li[data-level]').getByText(level, { exact: true })
      expect(await riskColourOf(badge), level).toBe(colour)
    }
  })

  await page.getByRole('tab', { name: 'Flags Management' }).click()
  const flags = page.getByRole('list', { name: 'Your flags' })
  await inBoth(page, async () => {
    expect(await riskColourOf(flags.getByText('Green', { exact: true }))).toBe('green')
    expect(await riskColourOf(flags.getByText('Red', { exact: true }))).toBe('red')
  })
  await page.getByLabel('Email address or domain').fill('partner.example')
  await page.getByRole('button', { name: 'Add Flag' }).click()
  const notice = success(page, 'GREEN flag added successfully!')
  expect(await riskColourOf(notice.locator('xpath=..'))).not.toBe('green')

  await page.goto('/dashboard/admin?tab=users')
  const rows = rowsOf(page, 'Users')
  const background = (label: string) =>
    colourOf(rows.getByText(label, { exact: true }), 'backgroundColor')
  await inBoth(page, async (colorScheme) => {
    const red = (await background('Super Admin')).hue
    expect(Math.min(red, 360 - red)).toBeLessThan(20)
    const yellow = await background('Team Lead')
    expect(yellow.hue).toBeGreaterThan(45)
    expect(yellow.hue).toBeLessThan(65)
    expect(yellow.saturation).toBeGreaterThan(0.5)
    // Dark yellow text on light paper is brown.
    if (colorScheme === 'light') expect(yellow.lightness).toBeGreaterThan(0.6)
    const blue = (await background('Employee')).hue
    expect(blue).toBeGreaterThan(205)
    expect(blue).toBeLessThan(235)
    expect(await riskColourOf(rows.getByText('Active', { exact: true }).first())).not.toBe('green')
  })
})
