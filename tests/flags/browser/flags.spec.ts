import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { requestsTo } from '../../support/browser/screen.ts'
import { shownFlag as flag } from '../../support/worlds/shown-flag.ts'

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
