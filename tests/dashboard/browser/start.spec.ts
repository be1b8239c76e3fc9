import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import {
  callsOf,
  ofAdmin,
  ofEmployee,
  ofFlags,
  waitForContent,
} from '../../support/browser/first-calls.ts'
import { problem } from '../../support/browser/screen.ts'
import { provesOnce } from '../../support/suite.ts'
import { makeDomain } from '../../support/worlds/factories.ts'

test('each call of an entrance is made once, after a reload too', { tag: ['@R289'] }, async ({
  page,
  users,
}) => {
  const made = callsOf(page)
  for (const [role, address, content, calls] of [
    ['employee', '/dashboard/employee?tab=constructor', 'employee', ofEmployee],
    ['employee', '/login', 'employee', ofEmployee],
    [
      'team_lead',
      '/dashboard/team?tab=tools',
      'tools',
      ['/api/auth/me', '/api/team/support-requests'],
    ],
    ['super_admin', '/dashboard/admin/?tab=users', 'users', ofAdmin],
    ['super_admin', '/dashboard/admin?tab=flags', 'flags', ofFlags],
  ] as const) {
    await users.signIn(page, await users.make({ role }))
    await page.goto(address)
    await waitForContent(page, content)
    expect(made()).toEqual(calls)
    // All dashboards have one layout, which alone can tell a reload.
    if (provesOnce && role !== 'employee') continue
    await page.reload()
    await waitForContent(page, content)
    expect(made()).toEqual(calls)
  }
})

test('after a sign-in each call is made once, and the first data is asked for with the session', {
  tag: ['@R291'],
}, async ({ page, users }) => {
  const user = await users.make({ password: 'the right password' })
  const made = callsOf(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/auth/me', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/login')
  const data = page.waitForRequest('**/api/dashboard/employee*')
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill('the right password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await data
  resolve()
  await waitForContent(page, 'employee')
  expect(made()).toEqual(['/api/auth/login', ...ofEmployee])
})

test('an early failure is not shown before the privacy notice is accepted', {
  tag: ['@R259'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ consented: false }))
  await page.route('**/api/flags/list', (route) => route.fulfill({ status: 500, body: '' }))
  const failed = page.waitForResponse('**/api/flags/list')
  await page.goto('/dashboard/employee?tab=flags')
  await failed
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(problem(page, 'Failed to fetch flags')).toBeHidden()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Agree & Continue' }).click()
  await expect(problem(page, 'Failed to fetch flags')).toBeVisible()
})

test('a token that the server does not know leads to the form once, after one check', {
  tag: ['@R290'],
}, async ({ console, page, users }) => {
  console.expect(/^401 GET /)
  await users.signIn(page, { ...(await users.make()), token: 'unknown' })
  const made = callsOf(page)
  const opened: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    // The form keeps where the user wanted to go in the state of the same address.
    if (opened.at(-1) !== pathname) opened.push(pathname)
  })
  await page.goto('/dashboard/employee')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  await expect(page).toHaveURL('/login')
  await page.waitForLoadState('networkidle')
  expect(made()).toEqual(ofEmployee)
  expect(opened).toEqual(['/dashboard/employee', '/login'])
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})

/** The preloads of a page. */
async function namedBy(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(path)).text()
  const links = html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)
  return [...links].map(([, url = '']) => url)
}

/** Limit for a dashboard. Each costs a slow phone some 10 ms, however small it is. */
const mostFiles = 10

test('each page names every script that its first view needs', async ({ page, place, users }) => {
  let known = new Set<string>()
  // Other scripts never come.
  await page.route(
    ({ pathname }) => pathname.endsWith('.js') && !known.has(pathname),
    () => new Promise<never>(() => {}),
  )
  for (const [role, path, content] of [
    ['super_admin', '/login', 'System Performance'],
    ['super_admin', '/dashboard/admin', 'System Performance'],
    ['team_lead', '/dashboard/people', 'Accounts'],
    // Without a domain an organization has something else to do first.
    ['team_lead', '/dashboard/people', 'No email domain of your organization is approved yet'],
    ['team_lead', '/dashboard/team', 'Average risk of your team'],
    ['employee', '/dashboard/employee', 'Your risk score'],
  ] as const) {
    const user = await users.make({ role, managesOrganization: role === 'team_lead' })
    if (!content.startsWith('No email domain')) {
      await makeDomain(place, user.organizationId, `${user.username}.example`)
    }
    await users.signIn(page, user)
    const own = await namedBy(page, path)
    if (path !== '/login') expect(own.length).toBeLessThanOrEqual(mostFiles)
    // Without a screen in the path the role decides which one is loaded.
    known = new Set([...own, ...(path === '/login' ? await namedBy(page, '/dashboard/admin') : [])])
    expect(own.length).toBeGreaterThan(2)
    await page.goto(path, { waitUntil: 'commit' })
    // The first figures show it before any script has come.
    const isOfReact = () =>
      page
        .getByText(content, { exact: true })
        .first()
        .evaluate((it) => Object.keys(it).some((key) => key.startsWith('__react')))
    await expect.poll(isOfReact, { message: path }).toBe(true)
  }
})
