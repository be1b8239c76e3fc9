import { expect, test } from '../../support/browser/browser.ts'

for (const [width, height] of [
  [320, 480],
  [640, 360],
] as const) {
  test(`the privacy notice opens at its heading at ${width} by ${height}`, async ({
    page,
    users,
  }) => {
    await page.setViewportSize({ width, height })
    await users.signIn(page, await users.make({ consented: false }))
    await page.goto('/dashboard/employee')
    const heading = page.getByRole('dialog').getByRole('heading')
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport({ ratio: 1 })
  })
}

test('an endless word in a sign-in error stays within the page', async ({ console, page }) => {
  console.expect(/^401 POST \/api\/auth\/login/)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 401, json: { detail: 'no'.repeat(3000) } }),
  )
  await page.goto('/login')
  await page.getByLabel('Username').fill('rania')
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('a policy section without a title has no heading', async ({ page }) => {
  const sections = [{ title: '', content: 'Untitled.' }, { content: 'Nameless.' }]
  await page.route('**/api/privacy-policy', (route) =>
    route.fulfill({ json: { title: 'Policy', effective_date: '2025-03-01', sections } }),
  )
  await page.goto('/privacy-policy')
  await expect(page.getByText('Nameless.')).toBeVisible()
  await expect(page.locator('section:has-text("Untitled.") h2')).toHaveCount(0)
})

test('the training portal opens with the click, before its address is known', async ({
  page,
  users,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/config.json', async (route) => {
    await held
    await route.fulfill({ json: { training_url: new URL('/privacy-policy', page.url()).href } })
  })
  await users.signIn(page, await users.make({ role: 'team_lead' }))
  await page.goto('/dashboard/team?tab=tools')
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open Training Portal' }).click()
  const tab = await popup
  expect(tab.url()).toBe('about:blank')
  release()
  await expect(tab).toHaveURL('/privacy-policy')
  expect(await tab.evaluate(() => window.opener)).toBeNull()
})
