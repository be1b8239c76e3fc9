import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { callsOf, ofEmployee, waitForContent } from '../../support/browser/first-calls.ts'
import { enterPassword, requestsTo } from '../../support/browser/screen.ts'

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

async function storedToken(page: Page) {
  return page.evaluate(() => localStorage.getItem('aman_access_token'))
}

test('nothing is sent without both fields, and then exactly these, once; an endless word of an error stays within the page', {
  tag: ['@R048', '@R049', '@R051', '@R052', '@R053', '@R056'],
}, async ({ page }) => {
  const sent = requestsTo(page, 'POST', '/api/auth/login')
  const release = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    await release.promise
    await route.fulfill({ status: 401, json: { detail: 'no'.repeat(3000) } })
  })
  await page.setViewportSize({ width: 360, height: 740 })
  const { username, password, submit } = await openSignIn(page)
  const isInvalid = (field: Locator) => field.evaluate((element) => element.matches(':invalid'))
  for (const [name, word, stopped] of [
    ['', '', username],
    ['rania', '', password],
    ['   ', 'a long password', username],
    // A password of blanks is a password and is sent unchanged (R053).
    ['', '   ', username],
  ] as const) {
    await username.fill(name)
    await password.fill(word)
    await page.locator('body').click({ position: { x: 1, y: 1 } })
    await submit.click()
    await expect(stopped).toBeFocused()
    expect(await isInvalid(stopped)).toBe(true)
    expect(sent, `${name}, ${word}`).toEqual([])
  }
  await username.fill(' rania ')
  await password.fill('  with spaces  ')
  await submit.dblclick()
  await password.press('Enter')
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  release.resolve()
  await expect(submit).toBeEnabled()
  expect(sent.map((request) => request.postDataJSON())).toEqual([
    { username: 'rania', password: '  with spaces  ' },
  ])
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('the form can be filled by password managers and by pasting, reports a wrong password, keeps its input, and the focus is where it goes on', {
  tag: [
    '@R024',
    '@R044',
    '@R045',
    '@R046',
    '@R047',
    '@R050',
    '@R054',
    '@R056',
    '@R057',
    '@firefox',
    '@arabic',
  ],
}, async ({ console, page, users }) => {
  console.expect(/^401 POST \/api\/auth\/login/)
  const user = await users.make({ password: 'the right password' })
  const { username, password, submit } = await openSignIn(page)
  await expect(
    page.getByText('Access is restricted to authorized Aman owners only.', { exact: true }),
  ).toBeVisible()
  await expect(username).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(password).toHaveAttribute('type', 'password')
  await username.fill('aman-secret-1')
  await username.press('ControlOrMeta+a')
  await username.press('ControlOrMeta+c')
  await password.focus()
  await password.press('ControlOrMeta+v')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('aman-secret-1')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveValue('aman-secret-1')
  await username.fill(user.username)
  await password.fill('the wrong password')
  await submit.press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Incorrect username or password',
  )
  await expect(username).toHaveValue(user.username)
  expect(await storedToken(page)).toBeNull()
  await expect(password).toBeFocused()

  await password.fill('the right password')
  await expect(submit).toBeEnabled()
  await submit.press('Enter')
  await expect(page).toHaveURL('/dashboard/employee')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Logout', exact: true }).press('Enter')
  await expect(username).toBeFocused()
})

test('each role signs in and lands on its dashboard without a page load', {
  tag: ['@R058', '@R059', '@R060', '@R288', '@R291', '@firefox', '@arabic'],
}, async ({ page, users }) => {
  for (const [role, path] of [
    ['super_admin', '/dashboard/admin'],
    ['team_lead', '/dashboard/team'],
    ['employee', '/dashboard/employee'],
  ] as const) {
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
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  }
})

test('a sign-in whose code does not load fails like a lost connection, and the next one signs in', {
  tag: ['@firefox'],
}, async ({ page, users, console }) => {
  console.expect(/ERR_INTERNET_DISCONNECTED/)
  const code = '**/assets/http-client.*'
  const user = await users.make({ password: 'the right password' })
  const made = callsOf(page)
  await page.route(code, (route) => route.abort('internetdisconnected'))
  await page.goto('/login')
  await enterPassword(page, user.username, 'the right password')
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible()
  expect(made()).toEqual([])
  await page.unroute(code)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await waitForContent(page, 'employee')
  expect(made()).toEqual(['/api/auth/login', ...ofEmployee])
})
