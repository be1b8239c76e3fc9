import { pseudoText } from '../../../build/locales/pseudo.ts'
import { expect } from '../../support/browser/browser.ts'
import { expectOnlyPseudo, test } from '../../support/browser/pseudo-locale.ts'
import {
  closeDialog,
  named,
  openScreen,
  press,
} from '../../support/browser/pseudo-locale-screens.ts'
import { makeOrganization, makeUser, reportScans } from '../../support/worlds/factories.ts'

/* Data is in Arabic letters and numbers, so that every Latin word on a screen is one of ours. */

test.use({ viewport: { width: 320, height: 720 } })

test('every part of the dashboard of an administrator', async ({ page, users, place }) => {
  const name = 'شركة النور'
  const organizationId = await makeOrganization(place, { name, industry: 'health_tech' })
  const admin = await users.make({ ...(await named(place, 'super_admin')), organizationId })
  const other = await makeUser(place, {
    ...(await named(place, 'employee')),
    organizationId,
    full_name: 'عمر',
  })
  await reportScans(place, other, [{ threat_level: 'malicious' }, {}])
  await users.signIn(page, admin)
  const title = 'Super Admin Dashboard'

  await openScreen(page, '/dashboard/admin', title)
  await press(page, 'Generate Receipt')
  // Its button has the same name as the one that opens it.
  await expect(page.getByRole('dialog')).toBeVisible()
  await press(page, 'Generate Receipt')
  await expect(page.locator('dialog [aria-invalid=true]')).toBeVisible()
  await page.getByRole('combobox', { name: pseudoText('Organization') }).click()
  await expectOnlyPseudo(page, 'the receipt')
  const picker = page.getByRole('combobox', { name: pseudoText('Organization') })
  await picker.fill(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await picker.press('ArrowDown')
  await picker.press('Enter')
  await press(page, 'Generate Receipt')
  await expect(page.getByText(pseudoText('Open the receipt'))).toBeVisible()
  await expectOnlyPseudo(page, 'a receipt that was issued')
  await closeDialog(page)
  await closeDialog(page)
  await openScreen(page, '/dashboard/admin', title)
  await press(page, 'Request Report')
  await expectOnlyPseudo(page, 'the report')

  await openScreen(page, '/dashboard/admin?tab=users', title)
  await press(page, 'Filters')
  await expectOnlyPseudo(page, 'the filters of users')
  await press(page, 'Add New User')
  await press(page, 'Create User')
  await expectOnlyPseudo(page, 'the form of a new user')
  await closeDialog(page)
  await openScreen(page, '/dashboard/admin?tab=users', title)
  await press(page, 'Edit {name}', { name: 'عمر' })
  await expectOnlyPseudo(page, 'the form of a user')
  await closeDialog(page)
  await press(page, 'Remove User {name}', { name: 'عمر' })
  await page.getByRole('textbox').last().fill('no')
  await expectOnlyPseudo(page, 'the question before a user goes')
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await expectOnlyPseudo(page, 'a removal that was not confirmed')

  await openScreen(page, '/dashboard/admin?tab=organizations', title)
  await press(page, 'Filters')
  await expectOnlyPseudo(page, 'the filters of organizations')
  await press(page, 'View Details of {name}', { name })
  await expectOnlyPseudo(page, 'the details of an organization')
  await closeDialog(page)
  await press(page, 'Add Organization')
  await press(page, 'Create Organization')
  await expectOnlyPseudo(page, 'the form of an organization')
  await openScreen(page, '/dashboard/admin?tab=flags', title)
})

test('the connection of an organization to its mail', async ({ page, users, place }) => {
  const name = 'شركة البريد'
  const organizationId = await makeOrganization(place, { name, industry: 'finance' })
  await users.signIn(
    page,
    await users.make({ ...(await named(place, 'super_admin')), organizationId }),
  )
  await openScreen(page, '/dashboard/admin?tab=organizations', 'Super Admin Dashboard')
  await press(page, 'View Details of {name}', { name })
  await page.getByRole('tab', { name: pseudoText('Connect your mail') }).click()
  await page.getByRole('radio', { name: pseudoText('Postfix and rspamd') }).check()
  await press(page, 'Issue {count} keys', { count: '3' })
  await expect(page.getByRole('button', { name: pseudoText('Copy all keys') })).toBeFocused()
  await expect(page.getByText(pseudoText('Files'), { exact: true })).toBeVisible()
  await expectOnlyPseudo(page, 'the connection of an organization')
  await press(page, 'Set expiry of {name}', { name: pseudoText('Reports email') })
  await expectOnlyPseudo(page, 'the expiry of a key')
  await closeDialog(page)
  await press(page, 'Revoke {name}', { name: pseudoText('Reports email') })
  await expectOnlyPseudo(page, 'the question before a key is revoked')
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await expect(page.getByText(pseudoText('Gateway key revoked'))).toBeVisible()
  await expectOnlyPseudo(page, 'a revoked key')
})

test('wide windows: every tab of an administrator, and a list of users', async ({
  page,
  users,
  place,
}) => {
  const organizationId = await makeOrganization(place, {
    name: 'شركة الأمل',
    industry: 'insurance',
  })
  const admin = await users.make({ ...(await named(place, 'super_admin')), organizationId })
  const lead = await makeUser(place, { ...(await named(place, 'team_lead')), organizationId })
  await reportScans(place, lead, [{}])
  const silent_since = place.clock().toISOString()
  await place.database.updateTable('arrivals').set({ silent_since }).execute()
  await users.signIn(page, admin)
  for (const [path, title] of [
    ...['overview', 'users', 'organizations', 'flags'].map(
      (tab) => [`/dashboard/admin?tab=${tab}`, 'Super Admin Dashboard'] as const,
    ),
    ['/dashboard/team', 'Team Dashboard'],
    ['/dashboard/employee', 'My Dashboard'],
  ] as const) {
    await page.setViewportSize({ width: 768, height: 900 })
    await openScreen(page, path, title)
    for (const width of [900, 992, 1152, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectOnlyPseudo(page, path)
    }
  }
})
