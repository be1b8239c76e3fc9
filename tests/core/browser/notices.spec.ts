import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { problem } from '../../support/browser/screen.ts'
import { answerLoads } from '../../support/worlds/dashboard-answers.ts'

test.use({ reducedMotion: 'no-preference' })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('one notice is visible at a time, the newest, and the focused element is scrolled clear of it', async ({
    console,
    page,
  }) => {
    console.expect(/^500 (?:GET|DELETE) \/api\/flags/)
    await page.route('**/api/flags/list', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/dashboard/employee?tab=flags')
    await expect(problem(page, 'Failed to fetch flags')).toBeVisible()
    await press(page, 'Add Flag')
    await expect(problem(page, 'Please enter an email address or domain')).toBeVisible()
    await expect(page.getByText('Failed to fetch flags')).toBeHidden()
    await press(page, 'Dismiss')
    await expect(problem(page, 'Failed to fetch flags')).toBeVisible()
    await page.unrouteAll()
    await test.step('the focused element is scrolled clear of a notice, at the end of the page too', async () => {
      await answerLoads(page, 'full')
      await page.goto('/dashboard/employee?tab=flags')
      await press(page, 'Add Flag')
      await expect(page.locator('.notice')).toBeVisible()
      const last = page.getByRole('contentinfo').getByRole('link')
      await last.focus()
      await expect.poll(() => isCovered(page)).toBe(false)
      await page
        .getByRole('button', { name: /^Remove the flag/ })
        .last()
        .focus()
      await expect.poll(() => isCovered(page)).toBe(false)
    })
    await test.step('a new notice scrolls the focused element clear of it', async () => {
      await answerLoads(page, 'full')
      await page.goto('/dashboard/employee?tab=flags')
      await page.route('**/api/flags/remove/*', (route) => route.fulfill({ status: 500, body: '' }))
      const remove = page.getByRole('button', { name: /^Remove the flag/ }).last()
      await remove.evaluate((button) => button.scrollIntoView({ block: 'end' }))
      await remove.click()
      await press(page, 'Remove flag')
      await expect(problem(page, 'Failed to remove flag')).toBeVisible()
      await expect(remove).toBeFocused()
      await expect.poll(() => isCovered(page)).toBe(false)
    })
  })
})

/** Whether a notice covers the focused element. */
function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const notice = document.querySelector('.notice:not([data-newest="false"])')
    if (notice === null || document.activeElement === null) throw new Error('nothing to compare')
    const one = document.activeElement.getBoundingClientRect()
    const other = notice.getBoundingClientRect()
    return one.top < other.bottom && one.bottom > other.top && one.left < other.right
  })
}
