import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { requestsTo, success } from '../../support/browser/screen.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'
import { findings } from '../../support/worlds/in-english.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

test('by keyboard, a lead opens a member, copies what to tell them and asks for support', async ({
  context,
  page,
  place,
  users,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const organizationId = await makeOrganization(place)
  const rania = { organizationId, full_name: 'Rania Haddad', department: 'Payments' }
  const member = await makeUser(place, rania)
  const mail = { sender: 'security@account-verify.example', subject: 'Your salary' }
  await reportScans(place, member, [
    { ...mail, threat_level: 'malicious', detection_reason: findings.phishing_site },
    { ...mail, threat_level: 'suspicious', detection_reason: findings.suspicious_macros },
    { ...mail, threat_level: 'suspicious', detection_reason: findings.encrypted_archive },
  ])
  await users.signIn(page, await users.make({ organizationId, role: 'team_lead' }))
  await openWhole(page, '/dashboard/team')
  await page.getByRole('button', { name: 'Rania Haddad', exact: true }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Rania Haddad' })
  await expect(panel.getByText('2 emails')).toBeVisible()
  await expect(panel.getByText('Payments')).toBeVisible()
  await expect(page).toHaveURL(/\?open=[\w-]+$/)
  await page.reload()
  await expect(panel.getByText('Payments')).toBeVisible()
  await page.goBack()
  await expect(panel).toBeHidden()
  await page.goForward()
  await panel.getByText('The newest emails').click()
  await expect(panel.getByText('account-verify.example').first()).toBeVisible()
  await expect(page.getByText('salary')).toHaveCount(0)

  const about = panel.getByLabel('About')
  await expect(about).toHaveValue('malware')
  await about.selectOption('Credential phishing')
  await expect(panel.getByText('Fake sign-in pages in your mail')).toBeVisible()
  await panel.getByRole('button', { name: 'Copy the text' }).press('Enter')
  await expect(success(page, 'The text was copied.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(
    /^Hello Rania Haddad,\n\nYou have lately received emails that lead to fake/,
  )
  const letter = panel.getByRole('link', { name: 'Write an email' })
  await expect(letter).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${member.email}\\?subject=Fake%20sign-in.*&body=Hello%20Rania%20Haddad`),
  )

  await expectEveryLook(page)

  const sent = requestsTo(page, 'POST', '/api/team/support-request')
  await panel.getByRole('button', { name: 'Request Support' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Request Support' })
  await expect(form.getByLabel('What is it about?')).toHaveValue('high_risk_user')
  await expect(form.getByLabel('Team member affected (optional)')).toHaveValue('Rania Haddad')
  await expect(form.getByLabel('Subject')).toHaveValue('Help for Rania Haddad')
  await expect(form.getByLabel('Description')).toHaveValue(/Dangerous attachment or program: 2/)
  await form.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(form).toBeHidden()
  expect(sent[0]?.postDataJSON()).toMatchObject({ team_member_affected: 'Rania Haddad' })
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})
