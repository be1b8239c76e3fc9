import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { problem, requestsTo, success } from '../../support/browser/screen.ts'
import { makeFlag } from '../../support/worlds/mail-factories.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Your flags' }).getByRole('listitem')

test.describe('with one flag to remove', () => {
  const button = (page: Page) =>
    page.getByRole('button', { name: 'Remove the flag for bad.example' })
  const question = (page: Page) => page.getByRole('alertdialog')

  test.beforeEach(async ({ page, users, place }) => {
    const user = await users.make()
    await makeFlag(place, user, { flag_type: 'red', value: 'bad.example' })
    await users.signIn(page, user)
    await page.goto('/dashboard/employee?tab=flags')
  })

  test('a flag is removed only after a yes, with a notice, and stays listed after a failure', {
    tag: ['@R181', '@R182', '@R183', '@R184', '@R185', '@firefox', '@arabic'],
  }, async ({ page }) => {
    const call = '**/api/flags/remove/**'
    const sent = requestsTo(page, 'DELETE', /^\/api\/flags\/remove\/[^/]+$/)
    for (const way of ['Cancel', 'Escape'] as const) {
      await button(page).click()
      await expect(question(page)).toHaveAccessibleDescription('Remove the flag for bad.example?')
      if (way === 'Cancel') await question(page).getByRole('button', { name: 'Cancel' }).click()
      else await page.keyboard.press('Escape')
      await expect(question(page)).toHaveCount(0)
      await expect(button(page)).toBeFocused()
      await expect(rows(page)).toHaveCount(1)
    }
    expect(sent).toEqual([])
    await page.route(call, (route) => route.fulfill({ status: 404, json: { detail: 'no' } }))
    await button(page).click()
    await question(page).getByRole('button', { name: 'Remove flag' }).click()
    await expect(problem(page, 'Failed to remove flag')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await page.unroute(call)
    await button(page).click()
    await question(page).getByRole('button', { name: 'Remove flag' }).click()
    await expect(success(page, 'Flag removed successfully')).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    expect(sent).toHaveLength(2)
  })
})
