import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { riskColourOf } from '../../support/browser/colour.ts'
import { problem, requestsTo, success } from '../../support/browser/screen.ts'

const list = '**/api/flags/list'
const rows = (page: Page) => page.getByRole('list', { name: 'Your flags' }).getByRole('listitem')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search flags' })

function flag(overrides: Record<string, unknown> = {}) {
  return {
    id: 1,
    flag_type: 'green',
    value: 'partner.example',
    reason: null,
    created_at: '2026-03-01T09:30:00Z',
    ...overrides,
  }
}

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

test.describe('with the tab open', () => {
  test.beforeEach(async ({ page, users }) => {
    await users.signIn(page, await users.make())
  })

  test('a flag shows type, value, reason and date, and whether it is used', {
    tag: ['@R169', '@R170', '@R171', '@R172', '@R173', '@R174'],
  }, async ({ page }) => {
    await test.step('a flag shows type, value, reason and date, and a red flag what it blocked', async () => {
      await answerWith(page, [
        flag({ id: 1, reason: 'Our partner', blocked_count: 7 }),
        flag({ id: 2, flag_type: 'red', value: 'bad.example', blocked_count: 1234 }),
        flag({ id: 3, flag_type: 'red', value: 'new.example' }),
        flag({ id: 4, value: 'odd.example', created_at: 'some day' }),
      ])
      await page.goto('/dashboard/employee?tab=flags')
      const row = (index: number) => rows(page).nth(index)
      await expect(row(0)).toContainText('Green')
      expect(await riskColourOf(row(0).getByText('Green'))).toBe('green')
      await expect(row(0)).toContainText('partner.example')
      await expect(row(0)).toContainText('Our partner')
      await expect(row(0)).toContainText('Mar 1, 2026')
      await expect(row(0)).not.toContainText('blocked')
      await expect(row(1)).toContainText('Red')
      expect(await riskColourOf(row(1).getByText('Red', { exact: true }))).toBe('red')
      await expect(row(1)).toContainText('1,234 blocked')
      await expect(row(1)).not.toContainText('null')
      await expect(row(2)).toContainText('0 blocked')
      await expect(row(3)).toContainText('some day')
    })
    await test.step('only a flag without effect says that it is not used', async () => {
      await answerWith(page, [
        flag({ id: 1, value: 'gmail.com', is_ignored: true }),
        flag({ id: 2, is_ignored: false }),
        flag({ id: 3, is_ignored: null }),
        flag({ id: 4 }),
      ])
      await page.goto('/dashboard/employee?tab=flags')
      const words = 'Not used: this domain is a public mail provider. Add whole addresses instead.'
      await expect(rows(page).first().getByText(words, { exact: true })).toBeVisible()
      await expect(rows(page).first().getByText('Green', { exact: true })).toBeVisible()
      await expect(rows(page).filter({ hasText: 'Not used' })).toHaveCount(1)
      const colours = await rows(page)
        .getByText('Green', { exact: true })
        .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).color))
      expect(new Set(colours.slice(1)).size).toBe(1)
      expect(colours[0]).not.toBe(colours[1])
    })
  })

  test('while the flags load, or fail to, there is no word of an empty list; without flags there is, whatever the search', {
    tag: ['@R178', '@R179', '@R186'],
  }, async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(list, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/dashboard/employee?tab=flags')
    await expect(page.getByText('Loading flags...')).toBeVisible()
    await expect(page.getByText(/No flags/)).toHaveCount(0)
    release()
    const none = page.getByText('No flags yet. Add your first flag above.', { exact: true })
    await expect(none).toBeVisible()
    await search(page).fill('zzzz')
    await expect(none).toBeVisible()
    await expect(page.getByText('No flags match your search')).toHaveCount(0)
    await page.unroute(list)
    await page.route(list, (route) => route.abort(), { times: 1 })
    await page.reload()
    await expect(problem(page, 'Failed to fetch flags')).toBeVisible()
    await expect(page.getByText(/No flags/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Try Again', exact: true }).click()
    await expect(none).toBeVisible()
    await expect(problem(page, 'Failed to fetch flags')).toHaveCount(0)
  })

  test('flags are counted, found by value and reason, and stand below their form', {
    tag: ['@R283', '@R175', '@R176', '@R177', '@R179', '@R180'],
  }, async ({ page }) => {
    await test.step('the counts of green and red flags come from the answer, each with its label', async () => {
      await page.route('**/api/flags/list', (route) =>
        route.fulfill({
          json: { flags: [flag({ id: 1 })], total: 13, green_count: 4, red_count: 9 },
        }),
      )
      await page.goto('/dashboard/employee?tab=flags')
      await expect(page.getByText('4 green, 9 red', { exact: true })).toBeVisible()
    })
    await test.step('search matches value and reason in any case, and says when nothing matches', async () => {
      await answerWith(page, [
        flag({ id: 1, value: 'bank@partner.example', reason: null }),
        flag({ id: 2, value: 'other.example', reason: 'Invoices from Amman' }),
      ])
      await page.goto('/dashboard/employee?tab=flags')
      await expect(rows(page)).toHaveCount(2)
      await search(page).fill('BANK@')
      await expect(rows(page)).toHaveText([/bank@partner/])
      await search(page).fill(' amman ')
      await expect(rows(page)).toHaveText([/other\.example/])
      await expect(success(page, '1 of 2 found')).toBeVisible()
      await search(page).fill('zzzz')
      await expect(page.getByText('No flags match your search', { exact: true })).toBeVisible()
      await expect(success(page, 'No flags match your search')).toBeVisible()
      await expect(rows(page)).toHaveCount(0)
      await search(page).fill('')
      await expect(rows(page)).toHaveCount(2)
      await expect(page.getByText(/ found$/)).toHaveCount(0)
    })
    await test.step('the form is above the list, on a phone and in a wide window', async () => {
      await answerWith(page, [flag()])
      await page.goto('/dashboard/employee?tab=flags')
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const form = await page.getByRole('region', { name: 'Add a flag' }).boundingBox()
        const listed = await rows(page).boundingBox()
        expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThanOrEqual(listed?.y ?? 0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    })
  })
})
