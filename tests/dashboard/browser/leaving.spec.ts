import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'

test('a dashboard that is left while a part loads tells no failure', {
  tag: ['@firefox'],
}, async ({ page, users }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await users.signIn(page, await users.make({ role: 'team_lead' }))
  await openWhole(page, '/dashboard/team')
  for (const pattern of ['**/api/team/members/*', '**/privacy-policy*']) {
    await page.route(pattern, async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
  }
  await page.evaluate(() => {
    const look = () => {
      const isTold = [...document.querySelectorAll('button')].some(
        ({ textContent }) => textContent === 'Try Again',
      )
      if (isTold) sessionStorage.setItem('told', 'a failure')
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  const asked = page.waitForRequest('**/api/team/members/*')
  await page.getByRole('table').getByRole('button').first().click()
  await asked
  const left = page.waitForRequest('**/privacy-policy*')
  await page.evaluate(() => location.assign('/privacy-policy'))
  await left
  release()
  await expect(page).toHaveURL(/privacy-policy/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('told'))).toBeNull()
})
