import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { choose } from '../../support/browser/screen.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

const password = 'the right password'
const form = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Removes the token as another tab does after a 401. */
async function sessionEnds(page: Page) {
  const other = await page.context().newPage()
  await other.goto('/privacy-policy')
  await other.evaluate(() => localStorage.removeItem('aman_access_token'))
  await other.close()
  await expect(page.getByText(/^Your session has ended/)).toBeVisible()
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
}

async function signInAgain(page: Page, username: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign In')
}

/** Close asks first, and the discarded text is gone the next time. */
async function dropsDraft(page: Page, opener: string, label: string) {
  await form(page).getByRole('button', { name: 'Close' }).click()
  await press(page, 'Discard changes')
  await press(page, opener)
  await expect(field(page, label)).toHaveValue('')
}

for (const [role, path, opener] of [
  ['team_lead', '/dashboard/team', 'Generate Team Report'],
  ['super_admin', '/dashboard/admin', 'Request Report'],
] as const) {
  test(`the report form on ${path} opens again with its draft`, async ({ page, users }) => {
    const user = await users.make({ role, password })
    await users.signIn(page, user)
    await page.goto(path)
    await press(page, opener)
    await field(page, 'What should it answer?').fill('Who clicked\nin March?')
    await sessionEnds(page)
    await signInAgain(page, user.username)
    await expect(field(page, 'What should it answer?')).toHaveValue('Who clicked\nin March?')
    await form(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: opener, exact: true }).click()
    await expect(field(page, 'What should it answer?')).toHaveValue('')
  })
}

test('the organization form opens again with its draft and asks before it discards it', {
  tag: ['@arabic'],
}, async ({ page, users }) => {
  const user = await users.make({ role: 'super_admin', password })
  await users.signIn(page, user)
  await page.goto('/dashboard/admin?tab=organizations')
  await press(page, 'Add Organization')
  await field(page, 'Organization name').fill('Firm & Sons')
  await field(page, 'Industry').selectOption('health_tech')
  await sessionEnds(page)
  await signInAgain(page, user.username)
  await expect(page).toHaveURL('/dashboard/admin?tab=organizations')
  await expect(field(page, 'Organization name')).toHaveValue('Firm & Sons')
  await expect(field(page, 'Industry')).toHaveValue('health_tech')
  await dropsDraft(page, 'Add Organization', 'Organization name')
})

test('the user form opens again with its draft but without the password', async ({
  page,
  users,
  place,
}) => {
  const name = `Firm ${crypto.randomUUID()}`
  const organizationId = await makeOrganization(place, { name })
  const user = await users.make({ role: 'super_admin', password })
  await users.signIn(page, user)
  await page.goto('/dashboard/admin?tab=users')
  await press(page, 'Add New User')
  await field(page, 'Password').fill('a secret that stays here')
  await press(page, 'Show password')
  await field(page, 'Full name').fill('New Colleague')
  await choose(field(page, 'Organization'), name)
  await sessionEnds(page)
  await signInAgain(page, user.username)
  await expect(field(page, 'Full name')).toHaveValue('New Colleague')
  await expect(field(page, 'Organization')).toHaveValue(name)
  await expect(form(page).locator('[name=organization_id]')).toHaveValue(organizationId)
  await expect(field(page, 'Password')).toHaveValue('')
  await dropsDraft(page, 'Add New User', 'Full name')
})

test('the form for changing a user opens again for the same user', async ({ page, users }) => {
  const changed = await users.make({ full_name: `Rania ${crypto.randomUUID()}` })
  const user = await users.make({ role: 'super_admin', password })
  await users.signIn(page, user)
  await page.goto('/dashboard/admin?tab=users')
  await page.getByRole('searchbox').fill(changed.username)
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await field(page, 'Department (optional)').fill('Finance')
  await sessionEnds(page)
  await signInAgain(page, user.username)
  await expect(field(page, 'Username')).toHaveValue(changed.username)
  await expect(field(page, 'Department (optional)')).toHaveValue('Finance')
})

for (const way of ['Logout', 'another user', 'a reload'] as const) {
  test(`${way} discards the drafts of the dashboards`, async ({ page, users }) => {
    const user = await users.make({ role: 'super_admin', password })
    const other = await users.make({ role: 'super_admin', password })
    await users.signIn(page, user)
    await page.goto('/dashboard/admin?tab=users')
    await press(page, 'Add New User')
    await field(page, 'Full name').fill('New Colleague')
    await sessionEnds(page)
    if (way === 'a reload') await page.reload()
    if (way === 'Logout') {
      await signInAgain(page, user.username)
      await expect(form(page)).toBeVisible()
      await page.getByRole('button', { name: 'Logout' }).dispatchEvent('click')
    }
    await expect(page).toHaveURL('/login')
    await signInAgain(page, (way === 'another user' ? other : user).username)
    await expect(page).toHaveURL('/dashboard/admin')
    await page.getByRole('tab', { name: 'User Management' }).click()
    await expect(form(page)).toHaveCount(0)
    await press(page, 'Add New User')
    await expect(field(page, 'Full name')).toHaveValue('')
  })
}
