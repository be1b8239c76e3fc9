import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { hold, success } from '../../support/browser/screen.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const value = (page: Page) => page.getByLabel('Email address or domain')
const removeFlag = (page: Page, of: string) => button(page, `Remove the flag for ${of}`)

async function addFlags(page: Page, values: readonly string[]) {
  for (const one of values) {
    await value(page).fill(one)
    await value(page).press('Enter')
    await expect(removeFlag(page, one)).toBeVisible()
  }
}

async function confirmRemoval(page: Page, remove: Locator) {
  await remove.press('Enter')
  await button(page, 'Remove flag').press('Enter')
}

test('after a flag is added the focus is on the field, after a removal on the next flag, and after the last one on the field', async ({
  page,
  users,
}) => {
  await users.signIn(page, await users.make())
  await page.goto('/dashboard/employee?tab=flags')
  await value(page).fill('one.example')
  await page.getByLabel('Reason (optional)').focus()
  const release = await hold(page, '**/api/flags/add')
  await button(page, 'Add Flag').press('Enter')
  await expect(button(page, 'Adding...')).toBeFocused()
  release()
  await expect(success(page, 'GREEN flag added successfully!')).toBeVisible()
  await expect(value(page)).toBeFocused()
  await expect(value(page)).toHaveValue('')
  await addFlags(page, ['b.example', 'c.example'])
  const labels = await page
    .getByRole('button', { name: /^Remove the flag/ })
    .evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
  const [first = '', second = '', third = ''] = labels
  await confirmRemoval(page, button(page, first))
  await expect(button(page, first)).toHaveCount(0)
  await expect(button(page, second)).toBeFocused()
  await confirmRemoval(page, button(page, third))
  await expect(button(page, third)).toHaveCount(0)
  await expect(button(page, second)).toBeFocused()
  await confirmRemoval(page, button(page, second))
  await expect(button(page, second)).toHaveCount(0)
  await expect(value(page)).toBeFocused()
})
