import { expect, test } from '../../support/browser/browser.ts'

test('the browser stores only the token and a sign-in cookie, and sends no requests to other sites', {
  tag: ['@R288'],
}, async ({ page, context, users }) => {
  const user = await users.make({ role: 'super_admin', password: 'the right password' })
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto('/')
  await page.goto('/login')
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill('the right password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('region', { name: 'System Performance' })).toBeVisible()
  for (const tab of ['User Management', 'Organizations', 'Flags Management']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
  }
  await page.getByRole('link', { name: 'My Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  await page.goto('/privacy-policy')
  await expect(page.locator('article h2').first()).toBeVisible()
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: await indexedDB.databases(),
    caches: await globalThis.caches?.keys(),
    workers: (await navigator.serviceWorker?.getRegistrations())?.length,
    cookie: document.cookie,
  }))
  expect(kept).toEqual({
    local: ['aman_access_token'],
    session: [],
    databases: [],
    caches: [],
    workers: 0,
    cookie: '',
  })
  expect(await context.cookies()).toMatchObject([
    { name: 'aman_device', path: '/api/auth/login', httpOnly: true, sameSite: 'Lax' },
  ])
  expect([...hosts]).toEqual([new URL(page.url()).host])
})
