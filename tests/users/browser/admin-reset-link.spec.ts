import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { callTo, requestsTo } from '../../support/browser/screen.ts'

test('a super admin finds a user and sends a reset link in three actions', {
  tag: ['@arabic'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  const user = await users.make({ role: 'employee', password: 'violet kettle drum' })
  await page.route(callTo('/api/auth/capabilities'), (route) =>
    route.fulfill({ json: { capabilities: ['search', 'password-reset'] } }),
  )
  const path = '/api/auth/login/forgotten-password'
  await page.route(callTo(path), (route) => route.fulfill({ json: {} }))
  const asked = requestsTo(page, 'POST', path)
  await page.goto('/dashboard/admin')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(user.email)
  await expect(page.getByRole('option').filter({ hasText: user.email })).toBeVisible()
  await page.keyboard.press('Enter')
  const send = page.getByRole('button', { name: 'Send a reset link' })
  await expect(send).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await send.click()
  await expect(page.getByText(`A reset link is on its way to ${user.email}.`)).toBeVisible()
  expect(asked.map((request) => request.postDataJSON())).toEqual([{ login: user.email }])
  await expect(send).toBeVisible()
})
