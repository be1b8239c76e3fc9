import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { problem, requestsTo, success } from '../../support/browser/screen.ts'
import { shownFlag as flag } from '../../support/worlds/answers.ts'
import { makeFlag } from '../../support/worlds/mail-factories.ts'

const list = '**/api/flags/list'
const rows = (page: Page) => page.getByRole('list', { name: 'Your flags' }).getByRole('listitem')

async function answerWith(page: Page, flags: readonly object[]) {
  const json = { success: true, flags, total: flags.length, green_count: 0, red_count: 0 }
  await page.route(list, (route) => route.fulfill({ json }))
}

test('each role finds the flags, loaded with the token when the tab opens', {
  tag: ['@R187', '@R188', '@R189'],
}, async ({ page, users }) => {
  for (const [role, path] of [
    ['employee', '/dashboard/employee'],
    ['team_lead', '/dashboard/team'],
    ['super_admin', '/dashboard/admin'],
  ] as const) {
    const user = await users.make({ role })
    await users.signIn(page, user)
    const asked = requestsTo(page, 'GET', '/api/flags/list')
    await page.goto(path)
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
    expect(asked).toEqual([])
    await page.getByRole('tab', { name: 'Flags Management', exact: true }).click()
    await expect(page.getByText('No flags yet. Add your first flag above.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Add a flag' })).toBeVisible()
    expect(asked.map((request) => request.headers().authorization)).toEqual([
      `Bearer ${user.token}`,
    ])
  }
})

test('the form is above the list, on a phone and in a wide window, and a flag without effect is paler', async ({
  page,
  users,
}) => {
  await users.signIn(page, await users.make())
  await answerWith(page, [flag({ id: 1, value: 'gmail.com', is_ignored: true }), flag({ id: 2 })])
  await page.goto('/dashboard/employee?tab=flags')
  await expect(rows(page)).toHaveCount(2)
  const [ignored, used] = await rows(page)
    .getByText('Green', { exact: true })
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).color))
  expect(ignored).not.toBe(used)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const form = await page.getByRole('region', { name: 'Add a flag' }).boundingBox()
    const listed = await rows(page).first().boundingBox()
    expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThanOrEqual(listed?.y ?? 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

const button = (page: Page) => page.getByRole('button', { name: 'Remove the flag for bad.example' })
const question = (page: Page) => page.getByRole('alertdialog')

test('a flag is removed only after a yes, with a notice, and stays listed after a failure', {
  tag: ['@R181', '@R182', '@R183', '@R184', '@R185', '@firefox', '@arabic'],
}, async ({ page, users, place }) => {
  const user = await users.make()
  await makeFlag(place, user, { flag_type: 'red', value: 'bad.example' })
  await users.signIn(page, user)
  await page.goto('/dashboard/employee?tab=flags')
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
