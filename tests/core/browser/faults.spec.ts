import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { type FaultyServer, faultNames, startFaultyServer } from '../../support/browser/faults.ts'
import { expectLargeTextFits } from '../../support/browser/fit.ts'
import { callTo, misdirect, requestsTo } from '../../support/browser/screen.ts'

let faulty: FaultyServer

test.beforeAll(async () => {
  faulty = await startFaultyServer()
})
test.afterAll(() => faulty[Symbol.asyncDispose]())

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again', exact: true })

const screens = [
  {
    screen: '/dashboard/employee',
    role: 'employee',
    call: '/api/dashboard/employee',
    failed: 'Failed to load dashboard data',
    loaded: 'Your risk score',
  },
  {
    screen: '/dashboard/team',
    role: 'team_lead',
    call: '/api/dashboard/team',
    failed: 'Failed to load team dashboard data',
    loaded: 'Members',
  },
  {
    screen: '/dashboard/admin',
    role: 'super_admin',
    call: '/api/admin/organizations',
    failed: 'Failed to load admin dashboard data',
    loaded: 'System Performance',
  },
  {
    screen: '/dashboard/employee?tab=flags',
    role: 'employee',
    call: '/api/flags/list',
    failed: 'Failed to fetch flags',
    loaded: 'Your flags',
  },
] as const

test('each screen shows its error after a fault and after Try Again, then recovers', {
  tag: ['@R131', '@R150', '@R186', '@R248', '@R370', '@R007', '@R132'],
}, async ({ console, page, users }) => {
  console.expect(/^(?:429|50[023]) GET /)
  for (const [position, { screen, role, call, failed, loaded }] of screens.entries()) {
    await users.signIn(page, await users.make({ role }))
    await page.route(callTo(call), misdirect(faulty))
    const asked = requestsTo(page, 'GET', call)
    // The client tries all faults with every call (tests/core/lib).
    const faults = faultNames.filter((_, at) => at % 6 === position)
    for (const [index, fault] of faults.entries()) {
      faulty.fault = fault
      if (index === 0) await page.goto(screen)
      else await tryAgain(page).click()
      await expect.poll(() => asked.length, fault).toBe(index + 1)
      await expect(tryAgain(page), fault).toBeVisible()
      await expect(page.getByText(failed, { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: loaded })).toHaveCount(0)
    }
    await page.unrouteAll()
    await tryAgain(page).click()
    await expect(page.getByRole('heading', { name: loaded })).toBeVisible()
    await expect(tryAgain(page)).toHaveCount(0)
  }
})

test('a view whose code does not load has its title, says what to do, and leads back', {
  tag: ['@arabic'],
}, async ({ page, users, console }) => {
  console.expect(/Failed to|Unable to preload CSS/)
  await users.signIn(page, await users.make())
  for (const path of ['MessagesView.*', 'OpenView.*']) {
    await page.route(`**/assets/${path}`, (route) => route.fulfill({ status: 404, body: '' }))
  }
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard/employee?view=messages')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
    await expect(page.getByRole('alert')).toContainText('Check your network, then try again.')
    expect(await findViolations(page)).toEqual([])
    await expectLargeTextFits(page)
    await page.getByRole('link', { name: 'Back to My Dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  }
})

test('a screen whose code does not load says so, and Try Again loads it', async ({
  page,
  users,
  console,
}) => {
  console.expect(/Failed to fetch dynamically imported module|Failed to load resource/)
  await users.signIn(page, await users.make({ role: 'team_lead' }))
  await page.goto('/dashboard/employee')
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  // The last code that the frame around a screen loads.
  await expect(page.getByRole('banner').locator('[hreflang=ar]')).toBeVisible()
  await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Team Dashboard' }).click()
  await expect(page.getByText('Failed to load dashboard data', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team Dashboard')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.unroute('**/assets/*.js')
  await tryAgain(page).click()
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
})

test('a user who navigates away while everything is loading sees only the new screen', async ({
  page,
  users,
}) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  const held = Promise.withResolvers<void>()
  await page.route('**/api/{dashboard,admin}/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/dashboard/admin')
  await expect(page.getByText('Loading admin dashboard...')).toBeVisible()
  for (const name of ['Team Dashboard', 'My Dashboard', 'Admin Dashboard', 'My Dashboard']) {
    await page.getByRole('link', { name, exact: true }).click()
  }
  await page.goBack()
  await page.goForward()
  held.resolve()
  await expect(page).toHaveURL('/dashboard/employee')
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  await expect(page.getByText(/Failed to load/)).toHaveCount(0)
})
