import { expect, test } from '../../support/browser/browser.ts'

test('the privacy notice opens at its heading in small windows', async ({ page, users }) => {
  for (const [width, height] of [
    [320, 480],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height })
    await users.signIn(page, await users.make({ consented: false }))
    await page.goto('/dashboard/employee')
    const heading = page.getByRole('dialog').getByRole('heading')
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport({ ratio: 1 })
  }
})

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
