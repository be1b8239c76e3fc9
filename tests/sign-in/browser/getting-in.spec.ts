import type { Page } from '@playwright/test'
import { insertFactor } from '../../../server/sign-in/factors/factors.ts'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectLargeTextFits } from '../../support/browser/fit.ts'
import { choose, enterPassword, rowsOf } from '../../support/browser/screen.ts'
import { linkMailedTo } from '../../support/mail/outbox.ts'
import { findUser, makeOrganization } from '../../support/worlds/factories.ts'

const password = 'quiet zebra juggles lanterns'

test('an invited user comes with the link from the mail, and is no longer marked as invited', async ({
  page,
  users,
  place,
  browser,
}) => {
  const unique = crypto.randomUUID()
  const [username, email] = [`new-${unique}`, `new-${unique}@firm.example`]
  const organization = `Firm ${unique}`
  await makeOrganization(place, { name: organization })
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await page.goto('/dashboard/admin?tab=users')
  await page.getByRole('button', { name: 'Add New User', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Username', { exact: true }).fill(username)
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Full name', { exact: true }).fill('New Colleague')
  await choose(form.getByLabel('Organization', { exact: true }), organization)
  await form.getByRole('checkbox', { name: 'Send an invitation' }).check()
  await expect(form.getByLabel('Password', { exact: true })).toHaveCount(0)
  await form.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('User created successfully!')).toBeVisible()
  await page.getByRole('searchbox').fill(username)
  const row = rowsOf(page, 'Users')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Invited')

  const link = await linkMailedTo(email)
  const theirs = await browser.newPage()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'Welcome to Aman' })).toBeVisible()
  await expect(theirs.getByText(`has invited you to use Aman at ${organization}.`)).toBeVisible()
  await expect(theirs.getByText(`For the user ${username}`)).toBeVisible()
  expect(await findViolations(theirs)).toEqual([])
  await theirs.getByLabel('New password', { exact: true }).fill('short')
  await theirs.getByRole('button', { name: 'Set password' }).click()
  await expect(theirs.getByText('Use at least 12 characters.')).toBeVisible()
  await theirs.getByLabel('New password', { exact: true }).fill(password)
  await theirs.keyboard.press('Enter')
  await theirs.getByRole('dialog').getByRole('checkbox').check()
  await theirs.getByRole('button', { name: 'Agree & Continue' }).click()
  await expect(theirs).toHaveURL(/\/dashboard\/employee$/)
  await expect(theirs.getByRole('heading', { level: 1, name: 'My Dashboard' })).toBeVisible()
  await expect(theirs.getByText('Your risk score')).toBeVisible()
  // The password is not kept for who comes next.
  await theirs.getByRole('button', { name: 'Logout' }).click()
  await expect(theirs).toHaveURL(/\/login$/)
  await expect(theirs.getByLabel('Username')).toHaveValue('')
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await theirs.close()

  await page.reload()
  await page.getByRole('searchbox').fill(username)
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Active')
})

test('an invitation is sent and withdrawn, and lost second factors are reset, from the form of a user', {
  tag: ['@arabic'],
}, async ({ page, users, place }) => {
  const user = await users.make({ full_name: `New ${crypto.randomUUID()}` })
  await insertFactor(place, { user_id: user.id, kind: 'totp', name: 'Phone' })
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await page.goto('/dashboard/admin?tab=users')
  await page.getByRole('searchbox').fill(user.username)
  const form = page.getByRole('dialog')
  const edit = page.getByRole('button', { name: `Edit ${user.full_name}` })
  await edit.click()
  await expect(form).toContainText('Has no password and no invitation')
  await form.getByRole('button', { name: 'Send an invitation' }).click()
  await expect(page.getByText(`An invitation was sent to ${user.email}.`)).toBeVisible()
  await expect(rowsOf(page, 'Users')).toContainText('Invited')
  await edit.click()
  await expect(form).toContainText('Invited, and has not set a password yet.')
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('The invitation was withdrawn.')).toBeVisible()
  await expect(rowsOf(page, 'Users')).not.toContainText('Invited')

  await edit.press('Enter')
  await expect(form).toContainText('1 second factor')
  await form.getByRole('button', { name: 'Reset second factors' }).press('Enter')
  await expect(page.getByText(`Reset the second factors of ${user.full_name}`)).toBeVisible()
  await page.getByLabel('Type RESET to confirm').fill('RESET')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`The second factors of ${user.full_name} were reset`)).toBeVisible()
  const left = place.database.selectFrom('second_factors').select('id')
  expect(await left.where('user_id', '=', user.id).execute()).toEqual([])
})

test('a user who forgot the password gets in again by keyboard alone', async ({
  page,
  users,
  console,
}) => {
  // The empty form.
  console.expect(/422/)
  const user = await users.make({ password: 'violet kettle drum' })
  await page.goto('/login')
  const forgotten = page.getByRole('link', { name: 'Forgot your password?' })
  await forgotten.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'العربية' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  // The other language, the front page, the field.
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Username or email')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please fill this in.')).toBeVisible()
  await page.keyboard.type(user.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
  await page.goto(await linkMailedTo(user.email))
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).focus()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/employee$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('who has set a password still needs the second factor', async ({
  page,
  users,
  place,
  console,
}) => {
  console.expect(/401/)
  const user = await users.make({ password: 'violet kettle drum' })
  await insertFactor(place, { user_id: user.id, kind: 'totp', name: 'Phone' })
  await askForLink(page, user.email)
  await setPassword(page)
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('ask your administrator to reset your second factors')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await expectLargeTextFits(page)
  await page.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(page.getByLabel('Username')).toHaveValue(user.username)
})

test('a link leaves the session of another user in the browser as it is', async ({
  page,
  users,
}) => {
  const [user, other] = [await users.make({ password: 'violet kettle drum' }), await users.make()]
  await askForLink(page, user.email)
  await page.evaluate((token) => localStorage.setItem('aman_access_token', token), other.token)
  await setPassword(page)
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeFocused()
  expect(page.url()).not.toContain('#')
  expect(await page.evaluate(() => localStorage.getItem('aman_access_token'))).toBe(other.token)
  expect(await findViolations(page)).toEqual([])
})

async function askForLink(page: Page, email: string) {
  await page.goto('/set-password')
  await page.getByLabel('Username or email').fill(email)
  await page.getByLabel('Username or email').press('Enter')
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
  await page.goto(await linkMailedTo(email))
}

async function setPassword(page: Page) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).press('Enter')
}

test('a user with a password that an admin set replaces it before anything else', {
  tag: ['@arabic'],
}, async ({ page, users, place, console }) => {
  // Early calls of the page.
  console.expect(/403/)
  const before = 'violet kettle drum'
  const user = await users.make({ password: before, must_change_password: 1 })
  const asked = '/dashboard/employee?view=messages'
  await page.goto(asked)
  await enterPassword(page, user.username, before)
  const heading = page.getByRole('heading', { name: 'Choose a password of your own' })
  await expect(heading).toBeFocused()
  await page.reload()
  await expect(heading).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel('Current password', { exact: true }).fill(before)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(asked)
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
  const { must_change_password } = await findUser(place, { id: user.id })
  expect(must_change_password).toBe(0)
})
