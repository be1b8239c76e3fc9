import { pseudoText } from '../../../build/locales/pseudo.ts'
import { expect } from '../../support/browser/browser.ts'
import { expectOnlyPseudo, test } from '../../support/browser/pseudo-locale.ts'
import {
  closeDialog,
  named,
  openScreen,
  press,
} from '../../support/browser/pseudo-locale-screens.ts'
import { answerEmployee, counted } from '../../support/worlds/employee-answers.ts'
import { makeFlag, makeUser, reportScans } from '../../support/worlds/factories.ts'

/* Data is in Arabic letters and numbers, so that every Latin word on a screen is one of ours. */

const tooManyChecks = 'You have checked many emails within the last ten minutes. Try again later.'

test.use({ viewport: { width: 320, height: 720 } })

test('every part of the dashboard of an employee', async ({ page, users, place }) => {
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

test('every part of a check of a mail', async ({ page, users, place, console }) => {
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
  await page.route('**/api/mail-checks*', (route) => route.fulfill({ status: 429, json }))
  await file.setInputFiles(mail)
  await expect(page.getByText(pseudoText(tooManyChecks))).toBeVisible()
  await expectOnlyPseudo(page, 'a check that failed')
  await page.unroute('**/api/mail-checks*')
  const verdict = { id: '1', threat_level: 'suspicious', detection_reason: 'رابط', indicators: [] }
  const unchecked = ['spf', 'address_lists', 'dkim', 'lookups']
  await page.route('**/api/mail-checks*', (route) =>
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

test('every part of the dashboard of a team lead', async ({ page, users, place }) => {
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
