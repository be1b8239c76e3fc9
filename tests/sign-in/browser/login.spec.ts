import type { Locator, Page, Route } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'

async function openSignIn(page: Page) {
  await page.goto('/login')
  const submit = page.getByRole('button', { name: 'Sign In', exact: true })
  await expect(submit).toBeEnabled()
  return {
    username: page.getByLabel('Username'),
    password: page.getByLabel('Password', { exact: true }),
    submit,
  }
}

function countSignIns(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) count += 1
  })
  return () => count
}

async function storedToken(page: Page) {
  return page.evaluate(() => localStorage.getItem('aman_access_token'))
}

test('a signed-out user finds the form and its note', {
  tag: ['@R024', '@R044', '@R045', '@R047', '@R050'],
}, async ({ page }) => {
  const form = await openSignIn(page)
  await expect(form.username).toBeVisible()
  await expect(form.password).toHaveAttribute('type', 'password')
  await expect(
    page.getByText('Access is restricted to authorized Aman owners only.', { exact: true }),
  ).toBeVisible()
})

test('the password can be shown and hidden again, and stays the same', {
  tag: ['@R046', '@firefox', '@arabic'],
}, async ({ page }) => {
  const { password } = await openSignIn(page)
  await password.fill('aman-secret-1')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('aman-secret-1')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveValue('aman-secret-1')
})

test('without a username or a password nothing is sent', {
  tag: ['@R051', '@R052'],
}, async ({ page }) => {
  const signIns = countSignIns(page)
  const { username, password, submit } = await openSignIn(page)
  const isInvalid = (field: Locator) => field.evaluate((element) => element.matches(':invalid'))
  for (const [name, word, stopped] of [
    ['', '', username],
    ['rania', '', password],
    ['', 'a long password', username],
    // A password of blanks is a password and is sent unchanged (R053).
    ['', '   ', username],
  ] as const) {
    await username.fill(name)
    await password.fill(word)
    await page.locator('body').click({ position: { x: 1, y: 1 } })
    await submit.click()
    await expect(stopped).toBeFocused()
    expect(await isInvalid(stopped)).toBe(true)
    expect(signIns(), `${name}, ${word}`).toBe(0)
  }
})

test('exactly the username and the password are sent, the password unchanged', {
  tag: ['@R053'],
}, async ({ page }) => {
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 401, body: '{}' }))
  const { username, password, submit } = await openSignIn(page)
  await username.fill(' rania ')
  await password.fill('  with spaces  ')
  const request = page.waitForRequest('**/api/auth/login')
  await submit.click()
  expect((await request).postDataJSON()).toEqual({ username: 'rania', password: '  with spaces  ' })
})

test('while signing in the button says so, and a second submit sends nothing', {
  tag: ['@R048', '@R049', '@R056'],
}, async ({ page }) => {
  const signIns = countSignIns(page)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    await held
    await route.fulfill({ status: 500, body: '' })
  })
  const { username, password, submit } = await openSignIn(page)
  await username.fill('rania')
  await password.fill('a long password')
  await submit.dblclick()
  await password.press('Enter')
  const pending = page.getByRole('button', { name: 'Signing in...' })
  await expect(pending).toBeDisabled()
  release()
  await expect(submit).toBeEnabled()
  expect(signIns()).toBe(1)
})

test('a wrong password is reported in the form, which keeps its input', {
  tag: ['@R054', '@R056', '@R057', '@firefox', '@arabic'],
}, async ({ console, page, users }) => {
  console.expect(/^401 POST \/api\/auth\/login/)
  const user = await users.make({ password: 'the right password' })
  const { username, password, submit } = await openSignIn(page)
  await username.fill(user.username)
  await password.fill('the wrong password')
  await submit.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Incorrect username or password',
  )
  await expect(username).toHaveValue(user.username)
  expect(await storedToken(page)).toBeNull()

  await password.fill('the right password')
  await submit.click()
  await expect(page).toHaveURL('/dashboard/employee')
})

for (const [fault, answer] of [
  ['an empty 500', { status: 500, body: '' }],
  ['a 200 with a web page', { status: 200, body: '<h1>Hello</h1>' }],
] as const) {
  test(`${fault} shows 'Login failed'`, { tag: ['@R055'] }, async ({ page }) => {
    await page.route('**/api/auth/login', (route) => route.fulfill(answer))
    const { username, password, submit } = await openSignIn(page)
    await username.fill('rania')
    await password.fill('a long password')
    await submit.click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Login failed')
  })
}

test("no network shows 'Login failed', and no token stays", { tag: ['@R055', '@R057'] }, async ({
  page,
}) => {
  await page.route('**/api/auth/login', (route) => route.abort())
  const { username, password, submit } = await openSignIn(page)
  await username.fill('rania')
  await password.fill('a long password')
  await submit.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Login failed')
  expect(await storedToken(page)).toBeNull()
})

test('when the profile cannot be loaded the form says so, and no token stays', {
  tag: ['@R057'],
}, async ({ page, users }) => {
  const user = await users.make({ password: 'the right password' })
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 500, body: '' }))
  const { username, password, submit } = await openSignIn(page)
  await username.fill(user.username)
  await password.fill('the right password')
  await submit.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Login failed')
  expect(await storedToken(page)).toBeNull()
})

for (const [role, path] of [
  ['super_admin', '/dashboard/admin'],
  ['team_lead', '/dashboard/team'],
  ['employee', '/dashboard/employee'],
] as const) {
  test(`${role} signs in and lands on ${path} without a page load`, {
    tag: ['@R058', '@R059', '@R060', '@R288', '@R291', '@firefox', '@arabic'],
  }, async ({ page, users }) => {
    const user = await users.make({ role, password: 'the right password' })
    const { username, password, submit } = await openSignIn(page)
    const calls: string[] = []
    let documents = 0
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents += 1
      const { pathname } = new URL(request.url())
      // The form asks what it can offer once it is there.
      if (pathname === '/api/auth/capabilities') return
      if (pathname.startsWith('/api/auth/')) calls.push(pathname)
    })
    await username.fill(user.username)
    await password.fill('the right password')
    await submit.click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    expect(calls).toEqual(['/api/auth/login', '/api/auth/me'])
    expect(documents).toBe(0)
    expect(await storedToken(page)).toMatch(/\S{20,}/)
  })
}

for (const [what, role] of [
  ['a role that this site does not know', 'auditor'],
  ['no role at all', undefined],
  ['a role that is null', null],
] as const) {
  test(`a user with ${what} lands on their own dashboard, after sign-in and from /dashboard`, {
    tag: ['@R030'],
  }, async ({ page, users }) => {
    const user = await users.make({ role: 'team_lead', password: 'the right password' })
    const withRole = (field: string) => async (route: Route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), [field]: role } })
    }
    await page.route('**/api/auth/login', withRole('user_role'))
    await page.route('**/api/auth/me', withRole('role'))
    const { username, password, submit } = await openSignIn(page)
    await username.fill(user.username)
    await password.fill('the right password')
    await submit.click()
    await expect(page).toHaveURL('/dashboard/employee')
    for (const entrance of ['/dashboard', '/app']) {
      await page.goto(entrance)
      await expect(page).toHaveURL('/dashboard/employee')
    }
    await expect(page.getByRole('link', { name: 'Team Dashboard' })).toHaveCount(0)
  })
}

test('when storage throws, users can still sign in for as long as the page is open', async ({
  page,
  users,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  const user = await users.make({ password: 'the right password' })
  const { username, password, submit } = await openSignIn(page)
  await username.fill(user.username)
  await password.fill('the right password')
  await submit.click()
  await expect(page).toHaveURL('/dashboard/employee')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
})
