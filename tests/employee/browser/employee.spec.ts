import { expect, test } from '../../support/browser/browser.ts'

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
