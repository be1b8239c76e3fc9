import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { answerLoads, full } from '../../support/worlds/dashboard-answers.ts'

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

const cards = [
  ['employee', 'Your risk score', 'No Threats Detected'],
  ['team', 'Average risk of your team', 'No Team Members'],
] as const

test('without scanned mail a gauge at 0 says so, and no shield praises it', async ({ page }) => {
  await answerLoads(page, 'empty')
  for (const [screen, name, none] of cards) {
    await page.goto(`/dashboard/${screen}`)
    const card = page.getByRole('region', { name })
    await expect(card.getByText('No mail has been scanned yet', { exact: true })).toBeVisible()
    await expect(card.getByText('Low Risk', { exact: true })).toBeVisible()
    await expect(card.getByText(/dangerous mail was sent/)).toHaveCount(0)
    const message = page.getByText(none, { exact: true }).locator('xpath=..')
    await expect(message).toBeVisible()
    await expect(message.locator('svg')).toHaveCount(0)
  }
})

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

test('figures next to each other have one font size, on a phone and in a wide window', async ({
  page,
}) => {
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
    await page.goto(`/dashboard/${screen}`)
    await expect(page.getByText('90,071,992,547')).toBeVisible()
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const sizes = await sizesOf(page)
      expect(sizes.length).toBeGreaterThan(0)
      for (const ofGroup of sizes) expect(ofGroup, `${screen} at ${width} px`).toHaveLength(1)
    }
  }
})
