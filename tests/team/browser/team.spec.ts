import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { rowsOf } from '../../support/browser/screen.ts'

const members = (page: Page) => rowsOf(page, 'Team Members')

test('leads and super admins open the team dashboard and its three tabs, with members of their own organization alone', {
  tag: ['@R035', '@R133', '@R136', '@R137', '@R138', '@firefox'],
}, async ({ page, users }) => {
  const lead = await users.make({ role: 'team_lead', full_name: 'Lina Lead' })
  const { organizationId } = lead
  const omar = await users.make({ organizationId, full_name: 'Omar Employee' })
  await users.make({ full_name: 'Stranger' })
  for (const user of [lead, await users.make({ role: 'super_admin' })]) {
    await users.signIn(page, user)
    await page.goto('/dashboard/team')
    if (user === lead) {
      await expect(members(page)).toHaveCount(2)
      await expect(members(page).filter({ hasText: 'Omar Employee' })).toContainText(omar.email)
      await expect(page.getByText('Stranger')).toHaveCount(0)
    }
    await expect(page.getByRole('tab')).toHaveText([
      'Team Overview',
      'Team Tools',
      'Flags Management',
    ])
    await expect(page.getByRole('heading', { name: 'Average risk of your team' })).toBeVisible()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
    }
  }
})

test('an employee at the team dashboard sees an error and no data', {
  tag: ['@R036'],
}, async ({ console, page, users }) => {
  console.expect(/^403 GET \/api\/dashboard\/team/)
  const lead = await users.make({ role: 'team_lead', full_name: 'Lina Lead' })
  const colleague = { organizationId: lead.organizationId, full_name: 'Omar Employee' }
  await users.signIn(page, await users.make(colleague))
  await page.goto('/dashboard/team')
  await expect(page.getByText('Failed to load team dashboard data', { exact: true })).toBeVisible()
  await expect(page.getByText('Lina Lead')).toHaveCount(0)
  await expect(page.getByRole('meter')).toHaveCount(0)
  await expect(members(page)).toHaveCount(0)
})
