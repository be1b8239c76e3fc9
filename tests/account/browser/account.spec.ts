import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectLargeTextFits } from '../../support/browser/fit.ts'
import { requestsTo } from '../../support/browser/screen.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  type Place,
} from '../../support/worlds/factories.ts'

const password = 'violet kettle drum'
const confirmation = 'Confirm that it is you'

/** As if the user had signed in an hour ago. */
async function ageConfirmation(place: Place, user: { readonly id: string }) {
  const confirmed_at = new Date(Date.now() - 3_600_000).toISOString()
  await place.database
    .updateTable('sessions')
    .set({ confirmed_at })
    .where('user_id', '=', user.id)
    .execute()
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('by keyboard, users find their account, change the password, end sessions and get their data', {
  tag: ['@arabic'],
}, async ({ page, place, users, console: expected }) => {
  expected.expect(/^422 POST \/api\/account\/password/)
  const organization = `Olive Branch ${crypto.randomUUID().slice(0, 8)}`
  const organizationId = await makeOrganization(place, { name: organization })
  const user = await users.make({
    ...{ organizationId, password, full_name: 'Rania Khoury', phone: '+962 6 555 0100' },
  })
  const others = { browser: 'Safari', system: 'iOS', address: '192.0.2.7' }
  await makeSession(place, user, others)
  await makeSession(place, user, { ...others, browser: 'Chrome', system: 'Android' })
  await users.signIn(page, user)
  await page.goto('/dashboard/employee')
  await page.getByRole('banner').getByRole('link', { name: 'Rania Khoury' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible()
  await expect(section(page, 'Your details')).toContainText(organization)
  await expect(section(page, 'Your details')).toContainText('+962 6 555 0100')

  const sessions = section(page, 'Where you are signed in')
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions).toContainText('Safari on iOS')
  await sessions.getByRole('button', { name: /^End the session of Safari on iOS/ }).press('Enter')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions).not.toContainText('Safari')

  const form = section(page, 'Password')
  await form.getByLabel('Current password').fill('not this one')
  await form.getByLabel('New password').fill('quiet harbour lantern maps')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Current password')).toBeFocused()
  await expect(form).toContainText('This is not your current password.')
  expect(await findViolations(page)).toEqual([])
  await expectLargeTextFits(page)
  await form.getByLabel('Current password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await expect(form.getByLabel('New password')).toHaveValue('')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  const data = section(page, 'My data')
  const download = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Download my data' }).press('Enter')
  const file = await download
  const kept = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(kept).toMatchObject({ user: { username: user.username } })
  const erasures = requestsTo(page, 'POST', '/api/account/erasure')
  await data.getByRole('button', { name: 'Ask for erasure' }).press('Enter')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Ask for erasure' })
    .press('Enter')
  await expect(page.getByText('Your request was sent.')).toBeVisible()
  expect(erasures).toHaveLength(1)
})

test('an old session gives the password again for a removal and a new super admin, and loses nothing', {
  tag: ['@arabic'],
}, async ({ page, place, users, console: expected }) => {
  expected.expect(/^403 (?:DELETE|POST) \/api\/admin\/users/)
  expected.expect(/^422 POST \/api\/auth\/confirm/)
  const admin = await users.make({ role: 'super_admin', password })
  const full_name = `Removed Soon ${crypto.randomUUID().slice(0, 8)}`
  const { username } = await makeUser(place, { full_name })
  await users.signIn(page, admin)
  await ageConfirmation(place, admin)
  await page.goto('/dashboard/admin?tab=users')
  await page.getByLabel('Search users').fill(username)
  await page.getByRole('button', { name: `Remove User ${full_name}` }).click()
  await page.getByLabel('Type DELETE to confirm').fill('DELETE')
  const removals = requestsTo(page, 'DELETE', /^\/api\/admin\/users\//)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: confirmation })
  const field = dialog.getByLabel('Your password', { exact: true })
  await expect(field).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await expectLargeTextFits(page)
  await field.fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('This is not your current password.')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Failed to remove user: Confirm your password')).toBeVisible()
  expect(removals).toHaveLength(1)

  await page.getByRole('button', { name: 'Add New User' }).click()
  const form = page.getByRole('dialog', { name: 'Add New User' })
  const second = `second-${admin.id}`
  await form.getByLabel('Username').fill(second)
  await form.getByLabel('Email').fill(`${second}@example.test`)
  await form.getByLabel('Full name').fill('Second Admin')
  await form.getByLabel('Password', { exact: true }).fill('quiet harbour lantern maps')
  await form.getByLabel('Role').selectOption('Super Admin')
  await form.locator('[type=submit]').click()
  await field.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(form.getByLabel('Username')).toHaveValue(second)
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue(
    'quiet harbour lantern maps',
  )
  await form.locator('[type=submit]').click()
  await field.fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('User created successfully!')).toBeVisible()
  await expect(form).toBeHidden()
})
