import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { callTo, chooseFirst, enterPassword, problem } from '../../support/browser/screen.ts'
import { answerLoads } from '../../support/worlds/dashboard-answers.ts'

const headers = { 'x-request-id': '7F3K-2QX' }
const failed = { status: 500, headers, json: {} }

test.beforeEach(({ console }) => console.expect(/500|401/))

/** The text stands to the letter in an element of its own, with the reference below it. */
async function expectReference(page: Page, text: string) {
  const words = page.getByText(text, { exact: true })
  const reference = page.getByText('Reference 7F3K-2QX', { exact: true })
  await expect(words).toBeVisible()
  await expect(reference).toBeVisible()
  // In one step: a dialog moves while it opens.
  const gap = await reference.evaluate(
    (below, above) =>
      below.getBoundingClientRect().top - (above?.getBoundingClientRect().bottom ?? 0),
    await words.elementHandle(),
  )
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(await findViolations(page)).toEqual([])
}

test('a screen that the server failed at names the request, beside the text to the letter', {
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
})

test('a notice of an action that the server failed at names the request on a line of its own', {
  tag: ['@arabic'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await answerLoads(page, 'full')
  await page.route('**/api/admin/generate-receipt/**', (route) =>
    route.fulfill({ status: 500, headers, json: { detail: 'It broke.' } }),
  )
  await page.goto('/dashboard/admin?tab=overview')
  await page.getByRole('button', { name: 'Generate Receipt', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await chooseFirst(dialog.getByLabel('Organization'))
  await dialog.getByRole('button', { name: 'Generate Receipt' }).click()
  const reference = problem(page, 'Reference 7F3K-2QX')
  await expect(reference).toBeVisible()
  const words = page.getByRole('alert').locator('p').first()
  const [above, below] = [await words.boundingBox(), await reference.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  expect(await findViolations(page)).toEqual([])
})

test('a form of the way in that the server fails at names the request', {
  tag: ['@arabic'],
}, async ({ page }) => {
  const params = { challenge: 'c', methods: ['totp', 'recovery-code'], seconds_left: 300 }
  const json = { code: 'second_factor_required', params }
  await page.route(callTo('/api/auth/login'), (route) => route.fulfill({ status: 401, json }))
  await page.route(callTo('/api/auth/login/code'), (route) => route.fulfill(failed))
  await page.goto('/login')
  await enterPassword(page, 'rania', 'some password')
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expectReference(page, 'Login failed')
})

const entry = {
  at: '2026-03-02T09:00:00.000Z',
  ...{ actor_role: 'super_admin', actor_name: 'Rania', action: 'organization-create' },
  ...{ target_type: 'organization', target_name: 'Cedar Clinic', address: '', detail: '' },
}

test('the next page of a list that the server fails at names the request, and its button tries again', {
  tag: ['@arabic'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  let isBroken = true
  await page.route(callTo('/api/admin/audit'), (route) => {
    const isNext = new URL(route.request().url()).searchParams.has('cursor')
    if (isNext && isBroken) return route.fulfill(failed)
    const id = isNext ? 1 : 2
    const link = { link: '</api/admin/audit?cursor=2>; rel="next"' }
    return route.fulfill({ json: [{ ...entry, id }], headers: isNext ? {} : link })
  })
  await page.goto('/dashboard/admin?view=activity')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expectReference(page, 'Failed to load more.')
  isBroken = false
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('2 entries shown')).toBeVisible()
  await expect(page.getByText('Reference 7F3K-2QX')).toHaveCount(0)
})
