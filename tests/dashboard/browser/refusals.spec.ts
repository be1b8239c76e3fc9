import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'

/*
 * The calls that the guard of tests/support/browser/browser.ts lets pass, and those that fail a
 * test.
 */

const me = '/api/auth/me'
const signOut = '/api/auth/logout'

/** @returns the status of a call that the page makes */
function callFrom(page: Page, method: 'GET' | 'POST', path: string, token: string) {
  return page.evaluate(
    async (call) => {
      const headers = { authorization: `Bearer ${call.token}` }
      return (await fetch(call.path, { method: call.method, headers })).status
    },
    { method, path, token },
  )
}

test.beforeEach(async ({ page }) => {
  // A page that calls nothing itself.
  const body = '<link rel="icon" href="data:,">'
  await page.route('/blank', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/blank')
})

test('a refusal that a test expects does not fail it', async ({ page, console }) => {
  console.expect(/^401 GET \/api\/auth\/me$/)
  expect(await callFrom(page, 'GET', me, 'unknown')).toBe(401)
})

test.fail('a refusal that a test does not expect fails it', async ({ page }) => {
  expect(await callFrom(page, 'GET', me, 'unknown')).toBe(401)
})

test('a call before a sign-out may reach the server after it', async ({ page, users }) => {
  const user = await users.make()
  const gate = Promise.withResolvers<void>()
  await page.route(`**${me}`, async (route) => {
    await gate.promise
    await route.continue()
  })
  const sent = page.waitForRequest(`**${me}`)
  const earlier = callFrom(page, 'GET', me, user.token)
  await sent
  expect(await callFrom(page, 'POST', signOut, user.token)).toBe(200)
  gate.resolve()
  expect(await earlier).toBe(401)
})

test.fail('a call after a sign-out is a refusal like others', async ({ page, users }) => {
  const user = await users.make()
  expect(await callFrom(page, 'POST', signOut, user.token)).toBe(200)
  expect(await callFrom(page, 'GET', me, user.token)).toBe(401)
})
