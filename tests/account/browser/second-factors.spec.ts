import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { riskColourOf } from '../../support/browser/colour.ts'
import { expectLargeTextFits } from '../../support/browser/fit.ts'
import { button, enterPassword, success } from '../../support/browser/screen.ts'
import { serverUnderTest } from '../../support/server/server-under-test.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const password = 'violet kettle drum 9'
// Passkeys belong to a name, never to an IP address.
const site = serverUnderTest.environment.PUBLIC_URL

async function signIn(page: Page, username: string) {
  await page.goto(`${site}/login`)
  await enterPassword(page, username, password)
}

async function signOut(page: Page) {
  await button(page, 'Logout').press('Enter')
  await expect(page).toHaveURL(/\/login|localhost:\d+\/$/)
}

/** By keyboard: opens the dialog and confirms it with the password. */
async function confirmTask(page: Page, name: string) {
  await button(page, name).press('Enter')
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel('Your password').fill(password)
  expect(await findViolations(page)).toEqual([])
  await expectLargeTextFits(page)
  await page.keyboard.press('Enter')
  return dialog
}

test('a user adds an authenticator app by keyboard and signs in with its code and a recovery code', {
  tag: ['@arabic'],
}, async ({ page, place, console, context }) => {
  console.expect(/401/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { username } = await makeUser(place, { password })
  await signIn(page, username)
  await expect(page).toHaveURL(/dashboard/)
  await page.goto(`${site}/dashboard/account`)
  const dialog = await confirmTask(page, 'Add an authenticator app')
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const key = (await dialog.locator('bdi').textContent()) ?? ''
  await button(page, 'Copy the key').press('Enter')
  const notice = success(page, 'The key was copied.')
  await expect(notice).toBeVisible()
  expect(await riskColourOf(notice.locator('xpath=..'))).not.toBe('green')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(key.replaceAll(' ', ''))
  const totp = new TOTP({ secret: Secret.fromBase32(copied) })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  expect(await findViolations(page)).toEqual([])
  await expectLargeTextFits(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading')).toHaveText(['Recovery codes'])
  await expect(page.getByRole('button')).toHaveCount(0)
  // The owner and the day, each isolated: an Arabic page would part the day from its month.
  const owner = codes.getByText(username).locator('xpath=..')
  await expect(owner.locator('bdi')).toHaveText([username, /^\S+.*\d{4}$/])
  await page.emulateMedia({ media: null })
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await button(page, 'I have stored them').press('Enter')
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await signOut(page)

  await page.goto(`${site}/dashboard/employee?view=messages`)
  await enterPassword(page, username, password)
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This code is not valid')
  await page.getByLabel('Code').fill(recoveryCode)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site}/dashboard/employee?view=messages`)
})

test('a user adds a passkey and signs in with it as a second step and alone', {
  tag: ['@arabic'],
}, async ({ page, place, console }) => {
  console.expect(/40[13]/)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { id, username } = await makeUser(place, { password })
  await signIn(page, username)
  await expect(page).toHaveURL(/dashboard/)
  await page.goto(`${site}/dashboard/account`)
  await confirmTask(page, 'Add a passkey')
  await expect(page.getByRole('dialog', { name: 'Recovery codes' })).toBeVisible()
  await button(page, 'I have stored them').press('Enter')
  await expect(page.getByText('Passkey, not used yet')).toBeVisible()

  await makeSession(place, { id })
  await place.database
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0).toISOString() })
    .where('user_id', '=', id)
    .execute()
  await page.reload()
  await button(page, 'End all other sessions').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
  await button(page, 'Use a passkey').press('Enter')
  await expect(button(page, 'End all other sessions')).toHaveCount(0)
  await signOut(page)

  await signIn(page, username)
  await button(page, 'Use a passkey').press('Enter')
  await expect(page).toHaveURL(/dashboard/)
  await signOut(page)

  await page.goto(`${site}/login`)
  await button(page, 'Sign in with a passkey').press('Enter')
  await expect(page).toHaveURL(/dashboard/)
})

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
