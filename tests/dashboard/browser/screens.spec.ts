import { roles } from '../../../contract/core/permissions.ts'
import { screenNames, screens, screensOf } from '../../../src/lib/core/navigation/screens.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'

const admin = { role: 'super_admin', managesOrganization: false } as const
const askers = [
  ...roles.map((role) => ({ role, managesOrganization: false })),
  { role: 'team_lead', managesOrganization: true } as const,
]

test('each screen shows each of its tabs and is open in the header', async ({ page, users }) => {
  for (const screen of screenNames) {
    const tabs: readonly string[] = screens[screen].tabs
    const user =
      askers.find(({ role, managesOrganization }) =>
        screensOf({ role, manages_organization: managesOrganization }).includes(screen),
      ) ?? admin

    await users.signIn(page, await users.make(user))
    // The first one is pressed, the others are opened by their address.
    for (const [index, tab] of [...tabs.entries()].toReversed()) {
      if (index === 0 && tabs.length > 1) await page.getByRole('tab').first().click()
      else await page.goto(`/dashboard/${screen}?tab=${tab}`)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      const open = page.getByRole('banner').locator('[aria-current=page]')
      await expect(open).toHaveText(/\S/)
      // A link that is not part of the navigation has another text than the screen.
      const label = (await open.getAttribute('title')) ?? (await open.textContent())
      const opened = page.getByRole('tab').nth(index)
      const name = index === 0 ? '' : `${await opened.textContent()} · `
      await expect(page).toHaveTitle(`${name}${label} · Aman`)
      if (tabs.length === 1) continue
      await expect(opened).toHaveAttribute('aria-selected', 'true')
    }
  }
})

test('the title follows the open tab, to other dashboards, views and languages', async ({
  page,
  users,
}) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await page.goto('/dashboard/admin?tab=users')
  await expect(page).toHaveTitle('User Management · Admin Dashboard · Aman')
  await page.getByRole('tab', { name: 'Organizations' }).click()
  await expect(page).toHaveTitle('Organizations · Admin Dashboard · Aman')
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveTitle('Activity · Aman')
  await page.goBack()
  await expect(page).toHaveTitle('Organizations · Admin Dashboard · Aman')
  await page.getByRole('link', { name: 'My Dashboard' }).click()
  await expect(page).toHaveTitle('My Dashboard · Aman')
  await page.goBack()
  await expect(page).toHaveTitle('Organizations · Admin Dashboard · Aman')
  await page.getByRole('link', { name: 'العربية' }).press('Enter')
  await expect(page).toHaveTitle('المؤسسات · لوحة الإدارة · أمان')
  await page.getByRole('tab').first().click()
  await expect(page).toHaveTitle('لوحة الإدارة · أمان')
})

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
