import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { answerLoads, full } from '../../support/worlds/dashboard-answers.ts'

/** The font sizes of the figures in each group. */
const sizesOf = (page: Page) =>
  page
    .locator('dl, ul:has(> li > strong)')
    .evaluateAll((groups) =>
      groups.map((group) => [
        ...new Set(
          [...group.querySelectorAll('dt + dd, strong')].map((figure) =>
            Number.parseFloat(getComputedStyle(figure).fontSize),
          ),
        ),
      ]),
    )

test('figures next to each other have one font size and stand in one line, on a phone and in a wide window', async ({
  page,
  users,
}) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  const huge = 90_071_992_547
  const summary = { ...full['/admin/dashboard'], total_scans: huge }
  const team = { ...full['/dashboard/team'], total_team_scans: huge }
  const employee = { ...full['/dashboard/employee'], total_emails_scanned: huge }
  await answerLoads(page, 'full')
  for (const [path, json] of Object.entries({
    admin: summary,
    'dashboard/team': team,
    'dashboard/employee': employee,
  })) {
    const call = path === 'admin' ? 'admin/dashboard' : path
    await page.route(`**/api/${call}`, (route) => route.fulfill({ json }))
  }
  for (const screen of ['admin', 'team', 'employee']) {
    await openWhole(page, `/dashboard/${screen}`)
    await expect(page.getByText('90,071,992,547')).toBeVisible()
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const sizes = await sizesOf(page)
      expect(sizes.length).toBeGreaterThan(0)
      for (const ofGroup of sizes) expect(ofGroup, `${screen} at ${width} px`).toHaveLength(1)
      const lines = await page.getByText('90,071,992,547').evaluate((it) => {
        const range = document.createRange()
        range.selectNodeContents(it)
        return range.getClientRects().length
      })
      expect(lines, `${screen} at ${width} px`).toBe(1)
    }
  }
})
