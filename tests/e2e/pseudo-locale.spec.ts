import { $errorMessages } from '../../src/lib/messages/errors.ts'
import { pseudoLocale, pseudoText } from '../../src/locales/pseudo.ts'
import { expect } from '../support/browser.ts'
import { answerEmployee, counted } from '../support/employee-answers.ts'
import { makeFlag, makeOrganization, makeUser, reportScans } from '../support/factories.ts'
import { expectOnlyPseudo, test } from '../support/pseudo-locale.ts'
import {
  closeDialog,
  expectLinksInLanguage,
  named,
  openScreen,
  press,
  root,
} from '../support/pseudo-locale-screens.ts'

/* Data is in Arabic letters and numbers, so that every Latin word on a screen is one of ours. */

test.use({ viewport: { width: 320, height: 720 } })

for (const path of ['/', '/privacy-policy', '/no-such-page', '/login']) {
  test(`${path} speaks the language of its address`, {
    tag: ['@A280', '@A283', '@A284', '@A288', '@A289'],
  }, async ({ page, console }) => {
    if (path === '/no-such-page') console.expect(/404/)
    await page.goto(root + path)
    // The server's policy is there.
    if (path === '/privacy-policy') await expect(page.locator('article h2').nth(3)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', pseudoLocale)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectOnlyPseudo(page, path)
    await expectLinksInLanguage(page)
  })
}

test('the demo form answers in the language of its page', {
  tag: ['@A280', '@A283', '@A284'],
}, async ({ page }) => {
  await page.goto(`${root}/`)
  await press(page, 'Request a demo')
  await expect(page.getByRole('alert')).toContainText(
    pseudoText('Please enter your email and company name'),
  )
  await expectOnlyPseudo(page, 'the demo form')
})

test('a sign-in leads to the dashboard in its language, and a session that is over back', {
  tag: ['@A280', '@A283', '@A284'],
}, async ({ page, users, place }) => {
  const user = await users.make({
    ...(await named(place, 'employee')),
    password: 'violet kettle drum',
  })
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/messages.')) fetched.push(request.url())
  })
  await page.goto(`${root}/app`)
  await expect(page).toHaveURL(new RegExp(`${root}/login$`))
  await page.getByLabel(pseudoText('Username')).fill(user.username)
  await page.getByLabel(pseudoText('Password'), { exact: true }).fill('violet kettle drum')
  await press(page, 'Sign In')
  await expect(page).toHaveURL(new RegExp(`${root}/dashboard/employee$`))
  // One file for each of the two documents.
  expect(fetched.length).toBeLessThanOrEqual(2)
  await press(page, 'Menu')
  await expectOnlyPseudo(page, 'the menu')
  await press(page, 'Logout')
  await expect(page).toHaveURL(new RegExp(`${root}/login$`))
})

test('the privacy notice', { tag: ['@A280', '@A283', '@A284'] }, async ({ page, users, place }) => {
  await users.signIn(
    page,
    await users.make({ ...(await named(place, 'employee')), consented: false }),
  )
  await page.goto(`${root}/dashboard/employee`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectOnlyPseudo(page, 'the privacy notice')
})

test('every part of the dashboard of an employee', { tag: ['@A280', '@A283', '@A284'] }, async ({
  page,
  users,
  place,
}) => {
  const user = await users.make(await named(place, 'employee'))
  await users.signIn(page, user)
  await openScreen(page, '/dashboard/employee', 'My Dashboard')
  await reportScans(place, user, [
    {
      threat_level: 'malicious',
      sender: 'a@xn--pypal-4ve.example',
      disposition: 'delivered',
      detection_reason: 'رابط مريب',
      indicators: ['رابط', 'عجلة', 'كلمة السر', 'مرفق'],
    },
    { threat_level: 'suspicious', subject: 'عاجل', detection_reason: 'رابط مريب' },
    { threat_level: 'safe', subject: 'مرحبا', detection_reason: 'لا شيء' },
  ])
  await openScreen(page, '/dashboard/employee', 'My Dashboard')
  await makeFlag(place, user, { flag_type: 'red', value: 'bad.example' })
  await makeFlag(place, user, { flag_type: 'green', value: 'good.example' })
  await openScreen(page, '/dashboard/employee?tab=flags', 'My Dashboard')
  await press(page, 'Add Flag')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectOnlyPseudo(page, 'a flag without a value')
  await page.getByLabel(pseudoText('Search flags')).fill('nothing.example')
  await expect(page.getByText(pseudoText('No flags match your search'))).toBeVisible()
  await expectOnlyPseudo(page, 'flags that are not found')
  await page.getByLabel(pseudoText('Search flags')).fill('')
  await press(page, 'Remove the flag for {value}', { value: 'bad.example' })
  await expectOnlyPseudo(page, 'the question before a flag goes')
  await press(page, 'Remove flag')
  await expect(page.getByText(pseudoText('Flag removed successfully'))).toBeVisible()
  await expectOnlyPseudo(page, 'a removed flag')
})

test('every part of a check of a mail', { tag: ['@A283', '@A284', '@A489'] }, async ({
  page,
  users,
  place,
  console,
}) => {
  console.expect(/429/)
  await users.signIn(page, await users.make(await named(place, 'super_admin')))
  await openScreen(page, '/dashboard/employee', 'My Dashboard')
  await press(page, 'Check a mail')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectOnlyPseudo(page, 'a check that is not set up')
  await answerEmployee(page, { ...counted, mail_checks: 'offered' })
  await openScreen(page, '/dashboard/employee', 'My Dashboard')
  await press(page, 'Check a mail')
  const file = page.getByRole('dialog').locator('input[type=file]')
  const mail = {
    name: 'بريد',
    mimeType: 'message/rfc822',
    buffer: Buffer.from('From: a@b.example\n\nx'),
  }
  await file.setInputFiles({ ...mail, mimeType: 'image/png' })
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectOnlyPseudo(page, 'a file that is not a mail')
  const json = { code: 'too_many_checks', success: false, detail: 'x', params: {} }
  await page.route('**/api/mail-checks', (route) => route.fulfill({ status: 429, json }))
  await file.setInputFiles(mail)
  await expect(page.getByText(pseudoText($errorMessages.get().too_many_checks))).toBeVisible()
  await expectOnlyPseudo(page, 'a check that failed')
  await page.unroute('**/api/mail-checks')
  const verdict = { id: '1', threat_level: 'suspicious', detection_reason: 'رابط', indicators: [] }
  const unchecked = ['spf', 'address_lists', 'dkim', 'lookups']
  await page.route('**/api/mail-checks', (route) =>
    route.fulfill({ json: { ...verdict, unchecked } }),
  )
  await page.route('**/api/mail-reports', (route) => route.fulfill({ json: { success: true } }))
  await file.setInputFiles(mail)
  await page.locator('dialog details summary').click()
  await expectOnlyPseudo(page, 'a verdict')
  await press(page, 'This was honest')
  await expect(page.getByText(pseudoText('You reported this email as honest.'))).toBeVisible()
  await expectOnlyPseudo(page, 'a reported mail')
})

test('every part of the dashboard of a team lead', { tag: ['@A280', '@A283', '@A284'] }, async ({
  page,
  users,
  place,
}) => {
  const lead = await users.make(await named(place, 'team_lead'))
  await makeUser(place, {
    ...(await named(place, 'employee')),
    organizationId: lead.organizationId,
  })
  await users.signIn(page, lead)
  await openScreen(page, '/dashboard/team', 'Team Dashboard')
  await press(page, 'Team Settings')
  await expectOnlyPseudo(page, 'what comes later')
  await press(page, 'Generate Team Report')
  await press(page, 'Request Report')
  await expectOnlyPseudo(page, 'the report')
  await closeDialog(page)
  await openScreen(page, '/dashboard/team?tab=tools', 'Team Dashboard')
  await press(page, 'Open Training Portal')
  await expect(
    page.getByText(
      pseudoText('Training portal URL not configured. Please contact your administrator.'),
    ),
  ).toBeVisible()
  await press(page, 'Request Support')
  await expectOnlyPseudo(page, 'the support request')
  await closeDialog(page)
  await openScreen(page, '/dashboard/team?tab=flags', 'Team Dashboard')
})

test('every part of the dashboard of an administrator', {
  tag: ['@A280', '@A283', '@A284'],
}, async ({ page, users, place }) => {
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
  await press(page, 'Generate Receipt')
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

test('the connection of an organization to its mail', {
  tag: ['@A280', '@A283', '@A284'],
}, async ({ page, users, place }) => {
  const name = 'شركة البريد'
  const organizationId = await makeOrganization(place, { name, industry: 'finance' })
  await users.signIn(
    page,
    await users.make({ ...(await named(place, 'super_admin')), organizationId }),
  )
  await openScreen(page, '/dashboard/admin?tab=organizations', 'Super Admin Dashboard')
  await press(page, 'View Details of {name}', { name })
  await page.getByRole('tab', { name: pseudoText('Connect your mail') }).click()
  await expect(page.getByText(pseudoText('Gateway keys'), { exact: true })).toBeVisible()
  await press(page, 'Issue key')
  await expect(
    page.getByRole('textbox', { name: pseudoText('The new key that reports email') }),
  ).toBeFocused()
  await page.getByRole('radio', { name: pseudoText('Postfix and rspamd') }).check()
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

test('a screen that does not load, and a session that is about to end', {
  tag: ['@A280', '@A283', '@A284'],
}, async ({ page, users, place }) => {
  await users.signIn(page, await users.make(await named(place, 'team_lead')))
  await page.route('**/api/dashboard/team', (route) => route.fulfill({ status: 500, body: '' }))
  let idle_seconds_left = 4
  await page.route(/\/api\/auth\/(?:me|session)$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), idle_seconds_left } })
    // Half of the time is left when the question comes.
    idle_seconds_left = 2
  })
  await page.goto(`${root}/dashboard/team`)
  await expect(
    page.getByText(pseudoText('Failed to load team dashboard data')).first(),
  ).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectOnlyPseudo(page, 'a session that is about to end')
})

test('wide windows: every tab of an administrator, and a list of users', {
  tag: ['@A283', '@A284', '@A286'],
}, async ({ page, users, place }) => {
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
  for (const width of [768, 900, 992, 1152, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const tab of ['overview', 'users', 'organizations', 'flags']) {
      await openScreen(page, `/dashboard/admin?tab=${tab}`, 'Super Admin Dashboard')
    }
    await openScreen(page, '/dashboard/team', 'Team Dashboard')
    await openScreen(page, '/dashboard/employee', 'My Dashboard')
  }
})
