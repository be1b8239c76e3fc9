import { expect, test } from '../../support/browser/browser.ts'

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

for (const [role, landing] of [
  ['super_admin', '/dashboard/admin'],
  ['team_lead', '/dashboard/team'],
  ['employee', '/dashboard/employee'],
] as const) {
  test(`every entrance leads ${role} to ${landing}, with or without a slash`, {
    tag: ['@R025', '@R027', '@R028', '@R029', '@R039', '@R041'],
  }, async ({ page, users }) => {
    await users.signIn(page, await users.make({ role }))
    for (const entrance of ['/dashboard', '/dashboard/', '/app', '/app/', '/login', '/login/']) {
      await page.goto(entrance)
      await expect(page).toHaveURL(landing)
    }
  })
}

for (const role of ['employee', 'team_lead', 'super_admin'] as const) {
  test(`${role} opens their own dashboard directly and stays there after a reload`, {
    tag: ['@R034', '@R041', '@R289'],
  }, async ({ page, users }) => {
    await users.signIn(page, await users.make({ role }))
    for (const path of ['/dashboard/employee', '/dashboard/employee/']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
    }
  })
}

test("while a stored token is checked, every page shows 'Loading Aman...'", {
  tag: ['@R042'],
}, async ({ page, users }) => {
  // The role that may see every path.
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  for (const path of [...privatePaths, '/login']) {
    await test.step(path, async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route(
        '**/api/auth/me',
        async (route) => {
          await held
          await route.continue()
        },
        { times: 1 },
      )
      await page.goto(path)
      await expect(page.getByText('Loading Aman...', { exact: true })).toBeVisible()
      release()
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
      await expect(page.getByText('Loading Aman...')).toBeHidden()
    })
  }
})

for (const [fault, answer] of [
  ['a 401', { status: 401, body: '{"detail":"no"}' }],
  ['a 500', { status: 500, body: '' }],
  ['a web page', { status: 200, body: '<p>hello</p>' }],
] as const) {
  test(`a session check that ends in ${fault} signs out without a notice`, {
    tag: ['@R290', '@R367'],
  }, async ({ page, users }) => {
    await users.signIn(page, await users.make())
    await page.route('**/api/auth/me', (route) => route.fulfill(answer))
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
}

test('a session check without network signs out without a notice', {
  tag: ['@R290', '@R367'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make())
  await page.route('**/api/auth/me', (route) => route.abort())
  await page.goto('/dashboard/employee')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})

test('every call of a signed-in user carries the token', { tag: ['@R002'] }, async ({
  page,
  users,
}) => {
  const user = await users.make()
  const headers: (string | undefined)[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The backend's capabilities are public, and later code asks for them.
    if (pathname === '/api/auth/capabilities') return
    if (pathname.startsWith('/api/')) headers.push(request.headers().authorization)
  })
  await users.signIn(page, user)
  await page.goto('/dashboard/employee')
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  expect(headers.length).toBeGreaterThanOrEqual(2)
  expect(new Set(headers)).toEqual(new Set([`Bearer ${user.token}`]))
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

test('after signing out the Back button shows no data', { tag: ['@R293'] }, async ({
  page,
  users,
}) => {
  const user = await users.make()
  await users.signIn(page, user)
  await page.goto('/privacy-policy')
  await page.goto('/dashboard/employee')
  await expect(page.getByText(user.full_name)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  // The document contains no data of the user either, visible or hidden.
  expect(await page.content()).not.toContain(user.full_name)
  await page.goBack()
  await expect(page.getByText(user.full_name)).toBeHidden()
  await page.goForward()
  await expect(page).toHaveURL('/login')
})

test('a session that the server ended leads to the form, once', async ({ page, users }) => {
  await users.signIn(page, await users.make())
  await page.goto('/dashboard/employee')
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  await page.getByRole('tab', { name: 'Flags Management' }).click()
  await page.route('**/api/dashboard/employee*', (route) =>
    route.fulfill({ status: 401, body: '{"detail":"Not signed in"}' }),
  )
  const refused = page.waitForResponse('**/api/dashboard/employee*')
  await page.goto('/dashboard/employee')
  await refused
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('signing out in one tab signs out the other', async ({ page, context, users }) => {
  await users.signIn(page, await users.make())
  await page.goto('/dashboard/employee')
  const other = await context.newPage()
  await other.goto('/dashboard/employee')
  await expect(other.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/login')
})

test('when another user signs in in another tab, this tab shows that user without mixing data', async ({
  page,
  context,
  users,
}) => {
  const rania = await users.make({ full_name: 'Rania First' })
  const omar = await users.make({ full_name: 'Omar Second' })
  await users.signIn(page, rania)
  await page.goto('/dashboard/employee')
  await expect(page.getByText('Rania First')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/privacy-policy')
  await other.evaluate((token) => localStorage.setItem('aman_access_token', token), omar.token)
  await expect(page.getByText('Omar Second')).toBeVisible()
  await expect(page.getByText('Rania First')).toBeHidden()
})
