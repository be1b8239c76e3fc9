import { Secret, TOTP } from 'otpauth'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectLargeTextFits } from '../../support/browser/large-text.ts'
import { button, enterPassword } from '../../support/browser/screen.ts'
import { makeUser } from '../../support/worlds/factories.ts'

const password = 'violet kettle drum 9'

test('a user who needs a second factor adds one by keyboard before anything else', {
  tag: ['@arabic'],
}, async ({ page, place, console }) => {
  // Early calls of the page.
  console.expect(/403/)
  const { username, organizationId } = await makeUser(place, { password })
  await place.database
    .insertInto('factor_policies')
    .values({ subject: organizationId, policy: 'required', set_at: place.clock().toISOString() })
    .execute()
  await page.goto('/login')
  await enterPassword(page, username, password)
  const heading = page.getByRole('heading', { name: 'Add a second factor' })
  await expect(heading).toBeFocused()
  await page.reload()
  await expect(heading).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  await expectLargeTextFits(page)
  await button(page, 'Add an authenticator app').press('Enter')
  await page.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  const key = (await dialog.locator('bdi').textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Recovery codes' })).toBeVisible()
  await button(page, 'I have stored them').press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()
})

test('a super admin requires second factors of an organization, whose users are told until when', async ({
  page,
  users,
}) => {
  const employee = await users.make()
  const admin = await users.make({ role: 'super_admin', organizationId: employee.organizationId })
  await users.signIn(page, admin)
  await page.goto('/dashboard/admin?tab=users')
  await button(page, 'Second factors of super admins').press('Enter')
  const admins = page.getByRole('dialog', { name: 'Second factors' })
  await expect(admins.getByRole('radio', { name: 'Optional' })).toBeChecked()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')

  const shown = await page.request.get('/api/admin/organizations', {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const list: { readonly id: string; readonly name: string }[] = await shown.json()
  const name = list.find(({ id }) => id === employee.organizationId)?.name ?? ''
  await page.goto('/dashboard/admin?tab=organizations')
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: `Details of ${name}` }).press('Enter')
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  const section = page.getByRole('region', { name: 'Second factors' })
  await expect(section.getByRole('radio', { name: 'Optional' })).toBeChecked()
  await expect(section).toContainText('1 active user has no second factor')
  await page.keyboard.press('Tab')
  await section.getByRole('radio', { name: 'Optional' }).focus()
  await page.keyboard.press('ArrowDown')
  expect(await findViolations(page)).toEqual([])
  await section.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('The policy for second factors was saved')).toBeVisible()
  await expect(section.getByRole('radio', { name: 'Required within 14 days' })).toBeChecked()
  await expect(section).toContainText('Since ')

  await users.signIn(page, employee)
  await page.goto('/dashboard/employee')
  const reminder = page.getByText(/You need a second factor from .+ on\./)
  await expect(reminder).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Add one now' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  await expect(reminder).toHaveCount(1)
})
