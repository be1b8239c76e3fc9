import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'

const links = {
  'My Dashboard': '/dashboard/employee',
  'Team Dashboard': '/dashboard/team',
  'Admin Dashboard': '/dashboard/admin',
} as const

for (const [role, label, dashboards] of [
  ['employee', 'Employee', ['My Dashboard']],
  ['team_lead', 'Team Lead', ['My Dashboard', 'Team Dashboard']],
  ['super_admin', 'Super Admin', ['My Dashboard', 'Team Dashboard', 'Admin Dashboard']],
] as const) {
  test(`${role} sees their name, role and links`, {
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
    ],
  }, async ({ page, users }) => {
    await users.signIn(page, await users.make({ role, full_name: 'Yara Khalil' }))
    await page.goto('/dashboard/employee')
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
  })
}

test('the footer says who Aman protects', { tag: ['@R109'] }, async ({ page, users }) => {
  await users.signIn(page, await users.make())
  await page.goto('/dashboard/employee')
  await expect(page.getByRole('contentinfo')).toContainText(
    /protecting SMEs in finance, health tech and insurance/i,
  )
})

test('moving between dashboards loads no page, and Back returns', async ({ page, users }) => {
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

test('the navigation marks only the open dashboard', {
  tag: ['@R106', '@R107', '@R108'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await page.goto('/dashboard/admin')
  const current = page.getByRole('banner').locator('[aria-current=page]')
  for (const [name, path] of Object.entries(links)) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(current).toHaveText([name])
  }
  await page.goto('/dashboard/team?tab=flags')
  await expect(current).toHaveText(['Team Dashboard'])
})

test('Back from a tab leaves the screen instead of stepping through its tabs', async ({
  page,
  users,
}) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
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

test('a name is always shown as text', { tag: ['@R009'] }, async ({ page, users }) => {
  const hostile = '<img src=x onerror=document.title="hacked">'
  await users.signIn(page, await users.make({ full_name: hostile }))
  await page.goto('/dashboard/employee')
  await expect(page.getByText(hostile)).toBeVisible()
  await expect(page).toHaveTitle('My Dashboard · Aman')
})

test('the product is called Aman', { tag: ['@R005'] }, async ({ page, users }) => {
  await users.signIn(page, await users.make())
  await page.goto('/dashboard')
  await expect(page).toHaveTitle('My Dashboard · Aman')
})

test('no dashboard is wider than a phone', async ({ page, users }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const role = 'super_admin'
  await users.signIn(page, await users.make({ role, full_name: 'A very long name '.repeat(8) }))
  for (const path of Object.values(links)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})
