import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { problem, requestsTo, success } from '../../support/browser/screen.ts'
import { makeFlag } from '../../support/worlds/factories.ts'

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

  for (const way of ['Cancel', 'Escape'] as const) {
    test(`declining with ${way} keeps the flag and restores the focus`, {
      tag: ['@R181', '@R182', '@firefox'],
    }, async ({ page }) => {
      const sent = requestsTo(page, 'DELETE', /^\/api\/flags\/remove\//)
      await button(page).click()
      await expect(question(page)).toHaveAccessibleDescription('Remove the flag for bad.example?')
      if (way === 'Cancel') await question(page).getByRole('button', { name: 'Cancel' }).click()
      else await page.keyboard.press('Escape')
      await expect(question(page)).toHaveCount(0)
      await expect(button(page)).toBeFocused()
      await expect(rows(page)).toHaveCount(1)
      expect(sent).toEqual([])
    })
  }

  test('confirming removes the flag and shows a notice', {
    tag: ['@R181', '@R183', '@R184', '@firefox', '@arabic'],
  }, async ({ page }) => {
    const sent = requestsTo(page, 'DELETE', /^\/api\/flags\/remove\/[^/]+$/)
    await button(page).click()
    await expect(question(page)).toBeVisible()
    expect(sent).toEqual([])
    await question(page).getByRole('button', { name: 'Remove flag' }).click()
    await expect(success(page, 'Flag removed successfully')).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    expect(sent).toHaveLength(1)
  })

  for (const status of [500, 404, 403]) {
    test(`after a ${status} 'Failed to remove flag' is shown, and the flag is still listed`, {
      tag: ['@R185'],
    }, async ({ page }) => {
      await page.route('**/api/flags/remove/**', (route) =>
        route.fulfill({ status, json: { detail: 'no' } }),
      )
      await button(page).click()
      await question(page).getByRole('button', { name: 'Remove flag' }).click()
      await expect(problem(page, 'Failed to remove flag')).toBeVisible()
      await expect(rows(page)).toHaveCount(1)
    })
  }
})

test('after a removal the focus moves to the next flag', {
  tag: ['@firefox'],
}, async ({ page, users, place }) => {
  const user = await users.make()
  await makeFlag(place, user, { flag_type: 'red', value: 'below.example' })
  await makeFlag(place, user, { flag_type: 'red', value: 'above.example' })
  await users.signIn(page, user)
  await page.goto('/dashboard/employee?tab=flags')
  await expect(rows(page)).toHaveText([/above/, /below/])
  await page.getByRole('button', { name: 'Remove the flag for above.example' }).press('Enter')
  await page.getByRole('button', { name: 'Remove flag' }).press('Enter')
  await expect(rows(page)).toHaveText([/below/])
  await expect(
    page.getByRole('button', { name: 'Remove the flag for below.example' }),
  ).toBeFocused()
})
