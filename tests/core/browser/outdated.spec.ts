import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { callTo } from '../../support/browser/screen.ts'

const failed = 'Failed to load admin dashboard data'

test('a refresh that fails keeps the figures, says from when they are, why, and by which reference, until it succeeds; figures that may no longer be seen are removed', {
  tag: ['@arabic'],
}, async ({ console, page, users }) => {
  console.expect(/(?:500|40[34]) GET/)
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await page.goto('/dashboard/admin')
  const performance = page.getByRole('region', { name: 'System Performance' })
  await expect(performance).toBeVisible()
  let isBroken = true
  await page.route(callTo('/api/admin/dashboard'), (route) =>
    isBroken
      ? route.fulfill({ status: 500, headers: { 'x-request-id': '7F3K-2QX' }, json: {} })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const banner = page.getByRole('alert').filter({ hasText: failed })
  await expect(banner).toContainText('The server answered with error 500.')
  await expect(banner).toContainText(/What is shown is from .*\./)
  await expect(banner).toContainText(/ \d+:\d\d/)
  await expect(banner.getByText('Reference 7F3K-2QX', { exact: true })).toBeVisible()
  await expect(performance).toBeVisible()
  await expectEveryLook(page)
  isBroken = false
  await banner.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('tabpanel')).toBeFocused()
  await expect(performance).toBeVisible()
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
  // While the rest of a list is loading, it takes no press.
  await expect(refresh).toBeEnabled()
  await page.route(callTo('/api/admin/organizations'), (route) =>
    route.fulfill({ status: 403, json: {} }),
  )
  await refresh.click()
  await expect(page.getByText(failed, { exact: true })).toBeVisible()
  await expect(performance).toHaveCount(0)
  await page.unrouteAll()

  await test.step('an unknown organization leads back to all of them', async () => {
    await page.goto('/dashboard/admin?view=organization&id=unknown')
    await expect(page.getByRole('alert')).toContainText('This organization does not exist')
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Show all organizations' }).click()
    await expect(page).toHaveURL('/dashboard/admin?tab=organizations')
    await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a dashboard says that it needs them, and does not seem to load', async ({ page }) => {
    for (const path of ['/dashboard/admin', '/ar/dashboard/employee']) {
      await page.goto(path)
      const said = page.getByText(/JavaScript/)
      await expect(said).toBeInViewport()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expect(page.getByText(/Loading|جارٍ التحميل/).filter({ visible: true })).toHaveCount(0)
    }
  })
})
