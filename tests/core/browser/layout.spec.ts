import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'

const links = {
  'My Dashboard': '/dashboard/employee',
  'Team Dashboard': '/dashboard/team',
  'Admin Dashboard': '/dashboard/admin',
} as const

test('each role sees their name, role and links', {
  tag: [
    '@R097',
    '@R098',
    '@R099',
    '@R100',
    '@R101',
    '@R102',
    '@R103',
    '@R105',
    '@R106',
    '@R107',
    '@R108',
    '@R109',
    '@R005',
    '@R034',
  ],
}, async ({ page, users }) => {
  for (const [role, label, dashboards] of [
    ['employee', 'Employee', ['My Dashboard']],
    ['team_lead', 'Team Lead', ['My Dashboard', 'Team Dashboard']],
    ['super_admin', 'Super Admin', ['My Dashboard', 'Team Dashboard', 'Admin Dashboard']],
  ] as const) {
    await users.signIn(page, await users.make({ role, full_name: 'Yara Khalil' }))
    await page.goto('/dashboard/employee')
    await expect(page).toHaveTitle('My Dashboard · Aman')
    await expect(page.getByRole('contentinfo')).toContainText(
      /protecting SMEs in finance, health tech and insurance/i,
    )
    const header = page.getByRole('banner')
    await expect(header.getByText('Aman', { exact: true })).toBeVisible()
    await expect(header.getByText('Y', { exact: true })).toBeVisible()
    await expect(header.getByText('Yara Khalil', { exact: true })).toBeVisible()
    await expect(header.getByText(label, { exact: true })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Logout', exact: true })).toBeVisible()

    const navigation = header.getByRole('navigation')
    await expect(navigation.getByRole('link', { name: 'Home' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    for (const [name, path] of Object.entries(links)) {
      const link = navigation.getByRole('link', { name, exact: true })
      if (dashboards.some((dashboard) => dashboard === name)) {
        await expect(link).toHaveAttribute('href', path)
      } else {
        await expect(link).toHaveCount(0)
      }
    }
  }
})

test('moving between dashboards loads no page, and Back leaves a screen instead of its tabs', {
  tag: ['@R106', '@R107', '@R108'],
}, async ({ page, users }) => {
  await test.step('moving between dashboards loads no page, and Back returns', async () => {
    await users.signIn(page, await users.make({ role: 'super_admin' }))
    await openWhole(page, '/dashboard/admin')
    let documents = 0
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents += 1
    })
    await page.getByRole('link', { name: 'My Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard/employee')
    await expect(page).toHaveTitle('My Dashboard · Aman')
    await page.goBack()
    await expect(page).toHaveURL('/dashboard/admin')
    await expect(page).toHaveTitle('Admin Dashboard · Aman')
    expect(documents).toBe(0)
  })
  await test.step('Back from a tab leaves the screen instead of stepping through its tabs', async () => {
    await page.goto('/dashboard/employee')
    await page.getByRole('link', { name: 'Team Dashboard' }).click()
    await page.getByRole('tab', { name: 'Team Tools' }).click()
    await page.getByRole('tab', { name: 'Flags Management' }).click()
    await expect(page).toHaveURL('/dashboard/team?tab=flags')
    await page.goBack()
    await expect(page).toHaveURL('/dashboard/employee')
    await page.goForward()
    await expect(page).toHaveURL('/dashboard/team?tab=flags')
    await expect(page.getByRole('tab', { name: 'Flags Management', selected: true })).toBeVisible()
  })
})
