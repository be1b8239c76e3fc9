import { type Browser, chromium, type Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { enterPassword, requestsTo } from '../../support/browser/screen.ts'
import { provesOnce } from '../../support/suite.ts'

const privatePaths = [
  '/dashboard',
  '/dashboard/employee',
  '/dashboard/team',
  '/dashboard/admin',
  '/app',
]

test('a signed-out user who opens a private page gets the form without a server call', {
  tag: ['@R026', '@R031', '@R032', '@R033', '@R040', '@R043'],
}, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // It decides what the form offers.
    const isOffer = pathname === '/api/auth/capabilities'
    if (pathname.startsWith('/api/') && !isOffer) asked.push(pathname)
  })
  for (const path of privatePaths) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
      await expect(page.getByText('Loading Aman...')).toBeHidden()
      expect(asked).toEqual([])
    })
  }
})

test('every entrance leads each role to its dashboard, with or without a slash', {
  tag: ['@R025', '@R027', '@R028', '@R029', '@R039', '@R041'],
}, async ({ page, users }) => {
  const entrances = ['/dashboard', '/login/', '/app', '/dashboard/', '/login', '/app/']
  for (const [index, [role, landing]] of (
    [
      ['super_admin', '/dashboard/admin'],
      ['team_lead', '/dashboard/team'],
      ['employee', '/dashboard/employee'],
    ] as const
  ).entries()) {
    await users.signIn(page, await users.make({ role }))
    // No entrance depends on a role, nor a role on the entrance.
    for (const entrance of provesOnce ? entrances.slice(index * 2, index * 2 + 2) : entrances) {
      await page.goto(entrance)
      await expect(page).toHaveURL(landing)
    }
  }
})

test('signing out leads to the form, empties both storages and ends the session', {
  tag: ['@R104', '@R293', '@firefox', '@arabic'],
}, async ({ page, users }) => {
  const user = await users.make()
  await users.signIn(page, user)
  await page.goto('/dashboard/employee')
  await page.evaluate(() => {
    localStorage.setItem('something', 'else')
    sessionStorage.setItem('something', 'else')
  })
  const signedOut = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  await signedOut

  const answer = await page.request.get('/api/auth/me', {
    headers: { authorization: `Bearer ${user.token}` },
  })
  expect(answer.status()).toBe(401)
})

const password = 'violet kettle drum 9'
const messages = '/dashboard/employee?view=messages'

const isStored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])

test('a screen that is opened without a session is where the sign-in leads', {
  tag: ['@firefox', '@R292'],
}, async ({ page, users }) => {
  const { username } = await users.make({ role: 'team_lead', password, consented: false })
  await page.goto(messages)
  // The specified address, to the letter.
  await expect(page).toHaveURL('/login')
  expect(await isStored(page)).toEqual([])
  await page.reload()
  await expect(page).toHaveURL('/login')
  await enterPassword(page, username, password)
  await page.getByRole('dialog').getByRole('checkbox').press('Space')
  await page.getByRole('button', { name: 'Agree & Continue' }).press('Enter')
  await expect(page).toHaveURL(messages)
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
  expect(await isStored(page)).toEqual(['aman_access_token'])
  // Only once, and not for who comes next.
  await page.getByRole('button', { name: 'Logout' }).press('Enter')
  await expect(page).toHaveURL('/login')
  await enterPassword(page, username, password)
  await expect(page).toHaveURL('/dashboard/team')
})

const key = 'aman_access_token'

test('an invalid token leads to the form without a notice and is removed', {
  tag: ['@R290'],
}, async ({ console, page }) => {
  console.expect(/^4(?:01|31) GET /)
  await page.goto('/privacy-policy')
  // Not to be sent, refused, and longer than any header.
  for (const token of ['ü😀', ' ', 'x'.repeat(100_000)]) {
    await page.evaluate(
      ([name = '', value = '']) => localStorage.setItem(name, value),
      [key, token],
    )
    await page.goto('/dashboard/team')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  }
})

test('with a clock that is a year off users sign in, work and see no invalid times', {
  tag: ['@R006'],
}, async ({ page, users }) => {
  const inYears = (years: number) => {
    const time = new Date()
    time.setFullYear(time.getFullYear() + years)
    return time
  }
  await page.clock.install({ time: inYears(1) })
  for (const years of [1, -1]) {
    const user = await users.make({ password: 'the right password' })
    await page.goto('/login')
    await page.clock.setSystemTime(inYears(years))
    await enterPassword(page, user.username, 'the right password')
    await expect(page.getByText('Updated now')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Updated now')).toBeVisible()
    await expect(page.getByText(/Invalid Date|NaN/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  }
})

test('a session that ended during three simultaneous calls leads to the form once', {
  tag: '@firefox',
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  // Later code asks for these.
  const answered = ['attention', 'daily-counts'].map((path) =>
    page.waitForResponse(`**/api/admin/${path}*`),
  )
  await page.goto('/dashboard/admin')
  await expect(page.getByRole('region', { name: 'System Performance' })).toBeVisible()
  await Promise.all(answered)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  const asked = requestsTo(page, 'GET', /^\/api\/admin\//)
  await page.route('**/api/admin/**', (route) => route.fulfill({ status: 401, json: {} }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  expect(asked).toHaveLength(3)
  expect(visited).toEqual(['/login'])
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})

test('a page from the back/forward cache shows no data of a user who has signed out', {
  tag: ['@R293', '@firefox'],
}, async ({ baseURL, users, browser, browserName }) => {
  const keeping = browserName === 'firefox' ? browser : await launchKeepingChromium()
  const context = await keeping.newContext({ ...(baseURL === undefined ? {} : { baseURL }) })
  const page = await context.newPage()
  const user = await users.make({ full_name: 'Rania Kept' })
  await users.signIn(page, user)
  await page.addInitScript(() => {
    addEventListener('pageshow', (event) => {
      if (event.persisted) document.documentElement.dataset.kept = 'yes'
    })
  })
  await page.goto('/dashboard/employee')
  await expect(page.getByText('Rania Kept')).toBeVisible()
  // A browser does not keep a page that is still loading something, and the name stands before all code has come.
  await expect(page.getByRole('link', { name: 'العربية', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.goto('/privacy-policy')
  await expect(page.locator('article h2').first()).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard/employee')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/login')
  await other.close()
  // Playwright waits until a restored page loads, which a cached page never does.
  await page.evaluate(() => history.back())
  const see = () =>
    page.evaluate(() => ({
      isKept: document.documentElement.dataset.kept === 'yes',
      path: location.pathname,
      showsName: document.body.textContent.includes('Rania Kept'),
    }))
  await expect
    .poll(() => see().catch(() => 'the page is being replaced'))
    .toEqual({ isKept: true, path: '/login', showsName: false })
  await context.close()
  if (keeping !== browser) await keeping.close()
})

/** Playwright disables the back/forward cache of Chromium. */
function launchKeepingChromium(): Promise<Browser> {
  return chromium.launch({
    ...(process.env.CHROMIUM_PATH === undefined
      ? {}
      : { executablePath: process.env.CHROMIUM_PATH }),
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}
