import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { callTo, chooseFirst, problem } from '../../support/browser/screen.ts'
import { answerLoads } from '../../support/worlds/dashboard-answers.ts'

const headers = { 'x-request-id': '7F3K-2QX' }
const failed = { status: 500, headers, json: {} }

test.beforeEach(({ console }) => console.expect(/500/))

test('a screen and an action that the server failed at name the request, beside the text to the letter', {
  tag: ['@arabic'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  let isBroken = true
  await page.route(callTo('/api/admin/organizations'), (route) =>
    isBroken ? route.fulfill(failed) : route.fallback(),
  )
  await page.goto('/dashboard/admin')
  const reference = page.getByText('Reference 7F3K-2QX', { exact: true })
  await expect(page.getByText('Failed to load admin dashboard data', { exact: true })).toBeVisible()
  await expect(reference).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
  }
  isBroken = false
  await page.getByRole('button', { name: 'Try Again', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'System Performance' })).toBeVisible()
  await expect(reference).toHaveCount(0)
  isBroken = true
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(reference).toBeVisible()
  await page.unrouteAll()

  await test.step('a notice names it on a line of its own', async () => {
    await answerLoads(page, 'full')
    await page.route('**/api/admin/generate-receipt/**', (route) =>
      route.fulfill({ status: 500, headers, json: { detail: 'It broke.' } }),
    )
    await page.goto('/dashboard/admin?tab=overview')
    await page.getByRole('button', { name: 'Generate Receipt', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await chooseFirst(dialog.getByLabel('Organization'))
    await dialog.getByRole('button', { name: 'Generate Receipt' }).click()
    const line = problem(page, 'Reference 7F3K-2QX')
    await expect(line).toBeVisible()
    const words = page.getByRole('alert').locator('p').first()
    const [above, below] = [await words.boundingBox(), await line.boundingBox()]
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
    expect(await findViolations(page)).toEqual([])
  })
})
