import type { Page } from '@playwright/test'
import { insertFactor } from '../../../server/sign-in/factors/factors.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { rowsOf, success } from '../../support/browser/screen.ts'
import type { TestServer } from '../../support/server/server.ts'
import { makeDomain, makeOrganization, makeUser } from '../../support/worlds/factories.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function countMails({ database }: Pick<TestServer, 'database'>, recipient: string) {
  const mails = database.selectFrom('mails').select('id').where('recipient', '=', recipient)
  return (await mails.execute()).length
}

test('by keyboard, an organization admin proposes a domain, invites people and helps them', {
  tag: ['@arabic'],
}, async ({ page, place, users }) => {
  const unique = crypto.randomUUID()
  const domain = `cedar-${unique}.example`
  const organizationId = await makeOrganization(place, { name: `Cedar ${unique}` })
  const lead = { organizationId, role: 'team_lead', managesOrganization: true } as const
  await users.signIn(page, await users.make({ ...lead, full_name: 'Layla Nasser' }))
  await page.goto('/dashboard/team')
  await page.getByRole('link', { name: 'People' }).press('Enter')
  await expect(page.getByText('No email domain of your organization is approved yet')).toBeVisible()
  await expect(button(page, 'Invite employees')).toBeHidden()
  await page.getByLabel('Propose a domain').fill(`@${domain}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waiting for approval')).toBeVisible()
  await expectEveryLook(page)

  await place.database
    .deleteFrom('organization_domains')
    .where('organization_id', '=', organizationId)
    .execute()
  await makeDomain(place, organizationId, domain)
  const rania = await makeUser(place, {
    ...{ organizationId, full_name: 'Rania Haddad', email: `rania@${domain}` },
    password: 'violet kettle drum',
  })
  await insertFactor(place, { user_id: rania.id, kind: 'passkey', name: 'Laptop' })
  await page.reload()
  await button(page, 'Invite employees').press('Enter')
  const field = dialog(page, 'Invite employees').getByLabel('Names and email addresses')
  await expect(field).toBeFocused()
  await field.fill(
    `No.\tFirst\tLast\tE-mail\n1\tSami\tOdeh\tsami@${domain}\n2\tMaha\tRizk\tmaha@elsewhere.example\n3\tRania\tHaddad\trania@${domain}`,
  )
  await button(page, 'Check the lines').press('Enter')
  const invite = dialog(page, 'Invite employees')
  const send = button(page, 'Send 1 invitation')
  await expect(send).toBeFocused()
  await expect(invite.getByText('Columns that are not read: No.')).toBeVisible()
  const results = invite.getByRole('listitem')
  await expect(results).toHaveText([/Maha Rizk.*Invalid.*is not approved/])
  await expectEveryLook(page)
  expect(await countMails(place, `sami@${domain}`)).toBe(0)
  await send.press('Enter')
  await expect(button(page, 'Close').last()).toBeFocused()
  await button(page, '1 Created').press('Enter')
  await expect(results).toHaveText([/Sami Odeh.*Created/])
  expect(await countMails(place, `sami@${domain}`)).toBe(1)
  await expectEveryLook(page)
  await button(page, 'Back to the lines').press('Enter')
  await expect(field).toHaveValue(/^name,email,department\s+Maha Rizk,maha@elsewhere\.example,?$/)
  await field.fill(`Sami Odeh <sami@${domain}>; "Odeh, Ali" <ali@${domain}>`)
  await button(page, 'Check the lines').press('Enter')
  await button(page, '1 Unchanged').press('Enter')
  await invite.getByRole('button', { name: 'Send 1 invitation again' }).press('Enter')
  await expect(success(page, '1 invitation was sent.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Discard changes' })
    .press('Enter')

  const rows = rowsOf(page, 'Accounts')
  await expect(rows).toHaveText([
    /Layla.*You.*Organization admin/,
    /Rania.*Active/,
    /Sami.*Invited/,
  ])
  await expect(button(page, 'Manage Layla Nasser')).toHaveCount(0)
  await expectEveryLook(page)
  await page.getByLabel('Search people').fill('sami')
  await expect(rows).toHaveCount(1)
  await button(page, 'Manage Sami Odeh').press('Enter')
  await expectEveryLook(page)
  await button(page, 'Send again').press('Enter')
  await expect(success(page, `An invitation was sent to sami@${domain}.`)).toBeVisible()
  await expect(dialog(page, 'Sami Odeh')).toBeHidden()
  await button(page, 'Manage Sami Odeh').press('Enter')
  await button(page, 'Withdraw').press('Enter')
  await expect(rows).toHaveText([/Not invited/])

  await page.getByLabel('Search people').fill('rania')
  await button(page, 'Manage Rania Haddad').press('Enter')
  await button(page, 'Reset second factors').press('Enter')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Reset second factors' })
    .press('Enter')
  await expect(success(page, 'Rania Haddad has no second factors any more.')).toBeVisible()
  await expect(dialog(page, 'Rania Haddad')).toBeHidden()
  await button(page, 'Manage Rania Haddad').press('Enter')
  await expect(button(page, 'Reset second factors')).toBeHidden()
  await button(page, 'Deactivate').press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).press('Enter')
  await expect(rows).toHaveText([/Inactive/])
})
