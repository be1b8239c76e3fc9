import type { Page } from '@playwright/test'
import type { Screen } from '../../../src/lib/core/navigation/screens.ts'
import { expect, test } from '../../support/browser/browser.ts'
import {
  callsOf,
  ofAdmin,
  ofEmployee,
  ofFlags,
  ofTeam,
  waitForContent,
} from '../../support/browser/first-calls.ts'
import { problem } from '../../support/browser/screen.ts'

for (const [role, address, content, calls] of [
  ['employee', '/dashboard/employee?tab=constructor', 'employee', ofEmployee],
  ['employee', '/app', 'employee', ofEmployee],
  ['employee', '/login', 'employee', ofEmployee],
  [
    'team_lead',
    '/dashboard/team?tab=tools',
    'tools',
    ['/api/auth/me', '/api/team/support-requests'],
  ],
  ['team_lead', '/dashboard/', 'team', ofTeam],
  ['super_admin', '/dashboard/admin/?tab=users', 'users', ofAdmin],
  ['super_admin', '/dashboard/admin?tab=billing', 'admin', ofAdmin],
  ['super_admin', '/dashboard/admin?tab=flags', 'flags', ofFlags],
] as const) {
  test(`${role} opens ${address}, and each call is made once, after a reload too`, {
    tag: ['@R289'],
  }, async ({ page, users }) => {
    await users.signIn(page, await users.make({ role }))
    const made = callsOf(page)
    await page.goto(address)
    await waitForContent(page, content)
    expect(made()).toEqual(calls)
    await page.reload()
    await waitForContent(page, content)
    expect(made()).toEqual(calls)
  })
}

test('after a sign-in each call is made once', { tag: ['@R291'] }, async ({ page, users }) => {
  const user = await users.make({ password: 'the right password' })
  const made = callsOf(page)
  await page.goto('/login')
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill('the right password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await waitForContent(page, 'employee')
  expect(made()).toEqual(['/api/auth/login', ...ofEmployee])
})

test('after a sign-in the first data is asked for with the session, and not after it', async ({
  page,
  users,
}) => {
  const user = await users.make({ password: 'the right password' })
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
})

test('a processor that is busy between two steps of React checks the session once', {
  tag: ['@R289'],
}, async ({ page, users }) => {
  await page.addInitScript(() => {
    // Longer than a store without subscribers stays.
    const busyMs = 1100
    // React plans its steps with messages.
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (message: unknown) {
      setTimeout(() => postMessage.call(this, message), busyMs)
    }
  })
  await users.signIn(page, await users.make())
  const made = callsOf(page)
  await page.goto('/login')
  await waitForContent(page, 'employee')
  expect(made()).toEqual(ofEmployee)
})

test('an employee on the admin dashboard is refused once with one message', {
  tag: ['@R038'],
}, async ({ console, page, users }) => {
  console.expect(/^403 GET \/api\/admin\//)
  await users.signIn(page, await users.make())
  const made = callsOf(page)
  await page.goto('/dashboard/admin')
  await expect(page.getByText('Failed to load admin dashboard data')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(made()).toEqual(ofAdmin)
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1)
  await page.getByRole('link', { name: 'My Dashboard' }).click()
  await waitForContent(page, 'employee')
  expect(made()).toEqual(['/api/dashboard/employee'])
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

type Named = '/login' | '/dashboard' | `/dashboard/${Exclude<Screen, 'account'>}`

/**
 * The first content of each page; the role decides about /login and /dashboard. The sections of the
 * account load one by one.
 */
const firstViews: Record<Named, readonly ['heading' | 'table', string]> = {
  '/login': ['heading', 'System Performance'],
  '/dashboard': ['heading', 'System Performance'],
  '/dashboard/employee': ['heading', 'Your risk score'],
  '/dashboard/team': ['heading', 'Average risk of your team'],
  '/dashboard/people': ['table', 'Accounts'],
  '/dashboard/admin': ['heading', 'System Performance'],
}

/** Limit for a dashboard. Each costs a slow phone some 10 ms, however small it is. */
const mostFiles = 10

for (const [path, [role, name]] of Object.entries(firstViews)) {
  test(`${path} names every script that its first view needs`, async ({ page, users }) => {
    const isForLeads = path === '/dashboard/people'
    const user = await users.make({
      role: isForLeads ? 'team_lead' : 'super_admin',
      managesOrganization: isForLeads,
    })
    await users.signIn(page, user)
    const own = await namedBy(page, path)
    expect(own.length).toBeGreaterThan(2)
    if (path !== '/login') expect(own.length).toBeLessThanOrEqual(mostFiles)
    // Without a screen in the path the role decides which one is loaded.
    const ofScreen = path.split('/').length === 2 ? await namedBy(page, '/dashboard/admin') : []
    const known = new Set([...own, ...ofScreen])
    // Other scripts never come.
    await page.route(
      ({ pathname }) => pathname.endsWith('.js') && !known.has(pathname),
      () => new Promise<never>(() => {}),
    )
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole(role, { name, exact: true })).toBeVisible()
  })
}
