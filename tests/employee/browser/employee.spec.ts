import { expect, test } from '../../support/browser/browser.ts'
import { riskColourOf } from '../../support/browser/colour.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { answerEmployee, counted } from '../../support/worlds/employee-answers.ts'

test.use({ reducedMotion: 'no-preference' })

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make())
})

test('the open tab is in the address, and arrow keys change it', {
  tag: ['@R110', '@firefox', '@arabic', '@R111'],
}, async ({ page }) => {
  await page.goto('/dashboard/employee?tab=flags')
  const flags = page.getByRole('tab', { name: 'Flags Management' })
  await expect(flags).toHaveAttribute('aria-selected', 'true')
  await flags.press('ArrowRight')
  await expect(page).toHaveURL('/dashboard/employee?tab=overview')
  await expect(page.getByRole('tab', { name: 'Dashboard Overview' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(flags).toBeFocused()
  await page.goto('/dashboard/employee?tab=nonsense')
  await expect(page.getByRole('tabpanel')).toContainText('Your risk score')
})

test('the counters and the risk show the figures from the server', {
  tag: ['@R113', '@R114', '@R115', '@R352', '@R112', '@R294', '@R295', '@R296', '@R297'],
}, async ({ page }) => {
  await test.step('the three counters show the figures from the server', async () => {
    await answerEmployee(page, counted)
    await page.goto('/dashboard/employee')
    for (const [label, count] of [
      ['Total emails scanned', '1,284'],
      ['Phishing emails caught', '37'],
      ['Safe emails', '1,247'],
    ] as const) {
      await expect(page.getByText(label, { exact: true }).locator('xpath=..')).toContainText(count)
    }
  })
  await test.step('a risk is shown rounded, within 0 and 100, with its level', async () => {
    for (const [score, shown, words] of [
      [29.4, '29', 'Low Risk'],
      [69.6, '70', 'Medium Risk'],
      [70, '70', 'High Risk'],
      [140, '100', 'High Risk'],
      [-5, '0', 'Low Risk'],
    ] as const) {
      await answerEmployee(page, { ...counted, risk_score: score })
      await page.goto('/dashboard/employee')
      const gauge = page.getByRole('meter', { name: 'Your risk score' })
      await expect(gauge).toHaveAttribute('aria-valuenow', shown)
      await expect(gauge).toContainText(shown)
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    }
  })
})

test('in light and dark low risk is green, medium amber and high red on badge and gauge', {
  tag: ['@R294', '@R295', '@R296'],
}, async ({ page }) => {
  for (const [risk_score, words, colour] of [
    [10, 'Low Risk', 'green'],
    [69.9, 'Medium Risk', 'amber'],
    [70, 'High Risk', 'red'],
  ] as const) {
    await answerEmployee(page, { ...counted, risk_score })
    await openWhole(page, '/dashboard/employee')
    const badge = page.getByText(words, { exact: true })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const what = `${words} in ${colorScheme}`
      expect(await riskColourOf(badge), what).toBe(colour)
      expect(await riskColourOf(page.locator('.gauge-fill'), 'stroke'), what).toBe(colour)
    }
  }
})
