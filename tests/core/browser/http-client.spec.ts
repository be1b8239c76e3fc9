import { expect, test } from '../../support/browser/browser.ts'
import { callsOf, ofEmployee, waitForContent } from '../../support/browser/first-calls.ts'
import { enterPassword, hold } from '../../support/browser/screen.ts'

const code = '**/assets/http-client.*'

for (const [role, address, name] of [
  ['employee', '/dashboard/employee', 'Your risk score'],
  ['employee', '/dashboard/employee?tab=flags', 'Your flags'],
  ['team_lead', '/dashboard/team', 'Average risk of your team'],
  ['super_admin', '/dashboard/admin', 'System Performance'],
] as const) {
  test(`${address} shows its content without the code that sends requests`, async ({
    page,
    users,
  }) => {
    await users.signIn(page, await users.make({ role }))
    const held = await hold(page, code)
    await page.goto(address)
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    const asked = page.waitForResponse(code)
    held()
    expect((await asked).status()).toBe(200)
  })
}

test('a sign-in whose code does not load fails like a lost connection, and the next one signs in', {
  tag: ['@firefox'],
}, async ({ page, users, console }) => {
  console.expect(/ERR_INTERNET_DISCONNECTED/)
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

test('a sign-out before the code that sends requests is there ends the session', async ({
  page,
  users,
}) => {
  const user = await users.make()
  await users.signIn(page, user)
  const held = await hold(page, code)
  await page.goto('/dashboard/employee')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  const signedOut = page.waitForResponse('**/api/auth/logout')
  held()
  await signedOut
  const authorization = `Bearer ${user.token}`
  const answer = await page.request.get('/api/auth/me', { headers: { authorization } })
  expect(answer.status()).toBe(401)
})

test('a view that makes calls of its own loads that code beside its own', async ({
  page,
  users,
}) => {
  await users.signIn(page, await users.make({ role: 'team_lead' }))
  const held = await hold(page, '**/assets/ReportView.*.js')
  const asked = page.waitForRequest(code)
  await page.goto('/dashboard/team?view=report', { waitUntil: 'commit' })
  await asked
  held()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})
