import { expect, test } from '../../support/browser/browser.ts'
import { serverUnderTest } from '../../support/server/server-under-test.ts'

test.beforeEach(async ({ page, users }) => {
  const lead = await users.make({ role: 'team_lead', full_name: 'Lina Lead' })
  await users.make({ organizationId: lead.organizationId, full_name: 'Omar Employee' })
  await users.signIn(page, lead)
  await page.goto('/dashboard/team?tab=tools')
})

test('training opens the configured address in a tab of its own, or by a link where the browser blocks it', {
  tag: ['@R153', '@arabic'],
}, async ({ page, context }) => {
  // Between origins, or without its header, the browser would hide the opener by itself.
  const url = `${serverUnderTest.url}/training`
  const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Content-Type': 'text/html' }
  await context.route(url, (route) =>
    route.fulfill({ headers, body: '<link rel="icon" href="data:,">' }),
  )
  await page.route('**/config.json', (route) => route.fulfill({ json: { training_url: url } }))
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Open Training Portal' }).click()
  const tab = await opened
  await expect(tab).toHaveURL(url)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await tab.close()
  await page.unrouteAll()
  await test.step('when the browser blocks the tab, there is a link', async () => {
    for (const [path, button] of [
      ['/dashboard/team?tab=tools', 'Open Training Portal'],
      ['/dashboard/team', 'Schedule Training'],
    ] as const) {
      await page.setViewportSize({ width: 360, height: 740 })
      const url = 'https://training.example/start'
      await page.route('**/config.json', (route) => route.fulfill({ json: { training_url: url } }))
      await page.addInitScript(() => {
        window.open = () => null
      })
      await page.goto(path)
      const link = page.getByRole('link', { name: 'Training portal (opens in a new tab)' })
      await expect(page.getByRole('button', { name: button })).toBeVisible()
      await expect(link).toHaveCount(0)
      await page.getByRole('button', { name: button }).click()
      await expect(link).toHaveAttribute('href', url)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      await expect(
        page.getByRole('status').getByText(/^Your browser blocked the new tab/),
      ).toBeVisible()
      await expect(link).toBeFocused()
      // On a phone the notice would cover the button.
      await expect
        .poll(() =>
          link.evaluate((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            return document.elementFromPoint(x + width / 2, y + height / 2) === element
          }),
        )
        .toBe(true)
    }
  })
})
