import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { problem } from '../support/screen.ts'

const ofEmployee = ['/api/auth/me', '/api/dashboard/employee']
const ofTeam = ['/api/auth/me', '/api/dashboard/team']
const ofFlags = ['/api/auth/me', '/api/flags/list']
const ofAdmin = [
  '/api/admin/dashboard',
  '/api/admin/organizations',
  '/api/admin/users',
  '/api/auth/me',
]

const loaded = {
  employee: 'Your risk score',
  team: 'Average risk of your team',
  admin: 'System Performance',
  users: 'Users',
  flags: 'Your flags',
  tools: 'Request Support',
} as const

/** @returns the paths of all calls from now on, in an order of their own */
function callsOf(page: Page): () => string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) made.push(pathname)
  })
  return () => made.splice(0).toSorted()
}

/** Scripts wait until they are let go. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

async function waitForContent(page: Page, what: keyof typeof loaded): Promise<void> {
  await expect(page.getByRole('heading', { name: loaded[what], exact: true })).toBeVisible()
  // Whatever else the page wanted to ask for, it has asked for by then.
  await page.waitForLoadState('networkidle')
}

for (const [role, address, content, calls] of [
  ['employee', '/dashboard/employee', 'employee', ofEmployee],
  ['employee', '/dashboard/employee?tab=flags', 'flags', ofFlags],
  ['employee', '/dashboard/employee?tab=constructor', 'employee', ofEmployee],
  ['employee', '/dashboard', 'employee', ofEmployee],
  ['employee', '/app', 'employee', ofEmployee],
  ['employee', '/login', 'employee', ofEmployee],
  ['team_lead', '/dashboard/team', 'team', ofTeam],
  ['team_lead', '/dashboard/team?tab=tools', 'tools', ['/api/auth/me']],
  ['team_lead', '/dashboard/team?tab=flags', 'flags', ofFlags],
  ['team_lead', '/dashboard/', 'team', ofTeam],
  ['team_lead', '/dashboard/employee', 'employee', ofEmployee],
  ['super_admin', '/dashboard/admin', 'admin', ofAdmin],
  ['super_admin', '/dashboard/admin/?tab=users', 'users', ofAdmin],
  ['super_admin', '/dashboard/admin?tab=billing', 'admin', ofAdmin],
  ['super_admin', '/dashboard/admin?tab=flags', 'flags', ofFlags],
  ['super_admin', '/app', 'admin', ofAdmin],
] as const) {
  test(`R289 ${role} opens ${address}: each call is made once, after a reload too`, async ({
    page,
    people,
  }) => {
    await people.signIn(page, await people.make({ role }))
    const made = callsOf(page)
    await page.goto(address)
    await waitForContent(page, content)
    expect(made()).toEqual(calls)
    await page.reload()
    await waitForContent(page, content)
    expect(made()).toEqual(calls)
  })
}

test('R291 after a sign-in each call is made once', async ({ page, people }) => {
  const person = await people.make({ password: 'the right password' })
  const made = callsOf(page)
  await page.goto('/login')
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill('the right password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await waitForContent(page, 'employee')
  expect(made()).toEqual(['/api/auth/login', ...ofEmployee])
})

for (const [role, path, calls] of [
  ['employee', '/dashboard/employee', ofEmployee],
  ['team_lead', '/dashboard/team', ofTeam],
  ['super_admin', '/dashboard/admin', ofAdmin],
  ['employee', '/dashboard', ['/api/auth/me']],
] as const) {
  test(`R042 ${path} asks for its data and stands in its frame before any script has arrived`, async ({
    page,
    people,
  }) => {
    await people.signIn(page, await people.make({ role }))
    const made = callsOf(page)
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const header = page.getByRole('banner')
    await expect(header.getByText('Aman', { exact: true })).toBeVisible()
    await expect(header.getByRole('link', { name: 'My Dashboard' })).toBeVisible()
    await expect(page.getByText('Loading Aman...', { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toHaveCount(1)
    expect(made()).toEqual(calls)
    release()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page.getByText('Loading Aman...')).toHaveCount(0)
    await expect(page.locator('main')).toHaveCount(1)
  })
}

for (const path of ['/dashboard/team', '/dashboard', '/login'] as const) {
  test(`R042 'Loading Aman...' stands once on ${path}, also when React is there`, async ({
    page,
    people,
  }) => {
    await people.signIn(page, await people.make({ role: 'team_lead' }))
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/me', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(path)
    await expect(page.locator('astro-island:not([ssr])')).toBeAttached()
    await expect(page.getByText('Loading Aman...')).toHaveCount(1)
    await expect(page.getByText('Loading Aman...')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeHidden()
    release()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page.getByText('Loading Aman...')).toHaveCount(0)
  })
}

for (const width of [360, 768, 1440]) {
  for (const [role, screen] of [
    ['employee', 'employee'],
    ['team_lead', 'team'],
    ['super_admin', 'admin'],
  ] as const) {
    test(`nothing on ${screen} moves at ${width} px when React takes the frame over`, async ({
      page,
      people,
    }) => {
      await page.addInitScript(() => {
        const shifts: string[] = []
        Reflect.set(window, 'shifts', shifts)
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] =
              Reflect.get(entry, 'sources')
            const moved = sources.map(
              ({ node, previousRect: from, currentRect: to }) =>
                `${node?.nodeName} '${node?.textContent?.slice(0, 40)}' ${from.x},${from.y} -> ${to.x},${to.y}`,
            )
            shifts.push(`${Reflect.get(entry, 'value')}: ${moved.join(' | ')}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.setViewportSize({ width, height: 800 })
      await people.signIn(page, await people.make({ role }))
      const release = await holdScripts(page)
      await page.goto(`/dashboard/${screen}`, { waitUntil: 'commit' })
      await expect(page.getByText('Loading Aman...')).toBeVisible()
      const before = await placesOf(page)
      release()
      await waitForContent(page, screen)
      expect(await placesOf(page)).toEqual(before)
      expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
    })
  }
}

/** Where the header and all of its links are. */
function placesOf(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('header, header a')].map((element) => {
      const { x, y, height } = element.getBoundingClientRect()
      return [element.textContent.slice(0, 4), x, y, height]
    }),
  )
}

test('R038 an employee on the admin dashboard is refused once, and nothing else says so', async ({
  page,
  people,
}) => {
  await people.signIn(page, await people.make())
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

test('R259 an early failure is not told before the privacy notice is accepted', async ({
  page,
  people,
}) => {
  await people.signIn(page, await people.make({ consented: false }))
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

test('R290 a token that the server does not know leads to the form once, and is asked about once', async ({
  page,
  people,
}) => {
  await people.signIn(page, { ...(await people.make()), token: 'unknown' })
  const made = callsOf(page)
  const opened: string[] = []
  page.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname))
  await page.goto('/dashboard/employee')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  await expect(page).toHaveURL('/login')
  await page.waitForLoadState('networkidle')
  expect(made()).toEqual(ofEmployee)
  expect(opened).toEqual(['/dashboard/employee', '/login'])
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})

for (const [path, later] of [
  // The role decides which screen it is.
  ['/login', /\/AdminScreen\./],
  ['/dashboard', /\/AdminScreen\./],
  ['/dashboard/employee', undefined],
  ['/dashboard/team', undefined],
  ['/dashboard/admin', undefined],
] as const) {
  test(`the head of ${path} names every script that its first view needs`, async ({
    page,
    people,
  }) => {
    await people.signIn(page, await people.make({ role: 'super_admin' }))
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    const html = (await (await page.goto(path))?.text()) ?? ''
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const links = html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)
    const named = [...links].map(([, url]) => url)
    expect(named.length).toBeGreaterThan(2)
    const unnamed = scripts.filter((script) => !named.includes(script) && !later?.test(script))
    expect(unnamed).toEqual([])
  })
}
