import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import {
  choose,
  failInTurn,
  problem,
  reloadsOf,
  requestsTo,
  rowsOf,
  saveFailures,
  success,
} from '../../support/browser/screen.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

const call = '**/api/admin/users/detailed'
const form = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const opener = (page: Page) => page.getByRole('button', { name: 'Add New User', exact: true })
const save = (page: Page) => form(page).getByRole('button', { name: /^(Create|Save) User$/ })
const rows = (page: Page) => rowsOf(page, 'Users')
const saves = (page: Page) => requestsTo(page, 'POST', '/api/admin/users/detailed')
const password = 'correct horse battery 9'
let organization = ''
let organizationName = ''
let username = ''

test.beforeEach(async ({ page, users, place }) => {
  const unique = crypto.randomUUID()
  username = `new-${unique}`
  organizationName = `Firm ${unique}`
  organization = await makeOrganization(place, { name: organizationName })
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

async function fill(page: Page) {
  await field(page, 'Username').fill(username)
  await field(page, 'Email').fill(`${username}@firm.example`)
  await field(page, 'Full name').fill('New Colleague')
  await field(page, 'Password').fill(password)
  await choose(field(page, 'Organization'), organizationName)
}

test.describe('adding a user', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/dashboard/admin?tab=users')
    await opener(page).click()
  })

  test('the form is empty, marks five required fields and offers three roles', {
    tag: ['@R299', '@R306', '@R313', '@R314', '@R315', '@R375'],
  }, async ({ page }) => {
    for (const label of ['Username', 'Email', 'Full name', 'Password', 'Organization']) {
      await expect(field(page, label)).toHaveValue('')
      await expect(field(page, label)).toHaveAttribute('aria-required', 'true')
    }
    await expect(field(page, 'Email')).toHaveAttribute('type', 'email')
    await expect(field(page, 'Role')).toHaveValue('employee')
    await expect(field(page, 'Role').getByRole('option')).toHaveText([
      'Employee',
      'Team Lead',
      'Super Admin',
    ])
    const department = field(page, 'Department (optional)')
    await expect(department).toHaveAttribute('placeholder', 'e.g., IT, Finance, HR')
    await expect(department).not.toHaveAttribute('aria-required')
  })

  test('without one of its required fields the form asks for them and sends nothing', {
    tag: ['@R307'],
  }, async ({ page }) => {
    const sent = saves(page)
    await fill(page)
    for (const label of ['Username', 'Email', 'Full name', 'Password']) {
      const given = await field(page, label).inputValue()
      await field(page, label).fill('   ')
      await save(page).click()
      await expect(problem(page, 'Please fill in all required fields')).toBeVisible()
      await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
      await expect(field(page, label)).toBeFocused()
      await field(page, label).fill(given)
    }
    expect(sent).toEqual([])
  })

  test('a new user is confirmed and found in the list', {
    tag: ['@R302', '@R317', '@firefox', '@arabic'],
  }, async ({ page }) => {
    await fill(page)
    const reloaded = reloadsOf(page)
    await save(page).click()
    await expect(success(page, 'User created successfully!')).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
    await expect.poll(reloaded).toEqual([1, 1, 1])
    await page.getByRole('searchbox').pressSequentially(username)
    await expect(rows(page)).toHaveText([/New Colleague/])
  })

  test('all fields of a new user are sent', { tag: ['@R316'] }, async ({ page }) => {
    const sent = saves(page)
    await fill(page)
    await field(page, 'Role').selectOption('team_lead')
    await field(page, 'Department (optional)').fill(' IT ')
    await field(page, 'Phone (optional)').fill('0791234567')
    await save(page).click()
    await expect(success(page, 'User created successfully!')).toBeVisible()
    expect(sent.map((request) => request.postDataJSON())).toEqual([
      {
        username,
        email: `${username}@firm.example`,
        full_name: 'New Colleague',
        role: 'team_lead',
        organization_id: organization,
        department: 'IT',
        phone: '0791234567',
        password,
      },
    ])
  })

  test('without an organization the server creates no user, and the form keeps its input', {
    tag: ['@R308', '@R305'],
  }, async ({ console, page }) => {
    console.expect(/^422 POST \/api\/admin\/users\/detailed/)
    await fill(page)
    await field(page, 'Organization').fill('')
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('Failed to create user: ')
    await expect(field(page, 'Username')).toHaveValue(username)
    await form(page).getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await page.getByRole('searchbox').fill(username)
    await expect(page.getByText('No users match')).toBeVisible()
  })

  test('a super admin is created without an organization', async ({ page }) => {
    const sent = saves(page)
    await fill(page)
    await field(page, 'Role').selectOption('super_admin')
    await field(page, 'Organization').fill('')
    await save(page).click()
    await expect(success(page, 'User created successfully!')).toBeVisible()
    const [body] = sent.map((request) => request.postDataJSON())
    expect(body).toMatchObject({ role: 'super_admin', organization_id: null })
  })

  test('after each failure the open form shows its words and keeps its input', {
    tag: ['@R318', '@R305'],
  }, async ({ page }) => {
    await fill(page)
    await failInTurn(page, call, saveFailures, async (message) => {
      await save(page).click()
      await expect(problem(page, `Failed to create user: ${message}`)).toBeVisible()
      await expect(field(page, 'Full name')).toHaveValue('New Colleague')
    })
  })
})

test.describe('changing a user', () => {
  test.beforeEach(async ({ page, users }) => {
    await users.make({
      username,
      full_name: `Old ${username}`,
      role: 'team_lead',
      department: 'HR',
      phone: '0790000000',
      organizationId: organization,
    })
    await page.goto('/dashboard/admin?tab=users')
    await page.getByRole('searchbox').fill(username)
    await page.getByRole('button', { name: `Edit Old ${username}` }).click()
  })

  test('the form contains the user and says that the password may stay blank', {
    tag: ['@R300', '@R309', '@R310'],
  }, async ({ page }) => {
    for (const [label, value] of [
      ['Username', username],
      ['Email', `${username}@example.test`],
      ['Full name', `Old ${username}`],
      ['Role', 'team_lead'],
      ['Organization', organizationName],
      ['Department (optional)', 'HR'],
      ['Phone (optional)', '0790000000'],
    ] as const) {
      await expect(field(page, label)).toHaveValue(value)
    }
    await expect(field(page, 'Password')).toHaveAccessibleDescription('Leave blank to keep current')
    await expect(form(page).getByText('Leave blank to keep current')).toBeVisible()
    await expect(field(page, 'Password')).not.toHaveAttribute('aria-required')
    await expect(field(page, 'Password')).not.toHaveAttribute('required')
  })

  test('a blank password prevents the change, and nothing is sent', {
    tag: ['@R311'],
  }, async ({ page }) => {
    const sent = saves(page)
    await save(page).click()
    await expect(problem(page, 'Please fill in all required fields')).toBeVisible()
    await expect(field(page, 'Password')).toBeFocused()
    expect(sent).toEqual([])
  })

  test('a change is saved by the same call with the id, and is shown', {
    tag: ['@R312', '@R302', '@arabic'],
  }, async ({ page }) => {
    const sent = saves(page)
    await field(page, 'Full name').fill('New Name')
    await field(page, 'Password').fill(password)
    await save(page).click()
    await expect(success(page, 'User created successfully!')).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    await expect(rows(page)).toHaveText([/New Name/])
    expect(sent.map((request) => request.postDataJSON())).toEqual([
      expect.objectContaining({
        id: expect.any(String),
        username,
        full_name: 'New Name',
        password,
      }),
    ])
  })
})

test.describe('other addresses and shared mailboxes', () => {
  const label = 'Other addresses and shared mailboxes (optional)'
  const open = async (page: Page) => {
    await page.goto('/dashboard/admin?tab=users')
    await page.getByRole('searchbox').fill(username)
    await page.getByRole('button', { name: `Edit Old ${username}` }).click()
  }

  test.beforeEach(async ({ users }) => {
    await users.make({ username, full_name: `Old ${username}`, organizationId: organization })
  })

  test('are saved one on each line, found by the search, and shown at the next edit', async ({
    page,
  }) => {
    const sent = saves(page)
    const aliases = [`sales-${username}@firm.example`, `team-${username}@firm.example`]
    await open(page)
    await expect(field(page, label)).toHaveValue('')
    await expect(field(page, label)).toHaveAccessibleDescription(/One on each line/)
    await field(page, 'Password').fill(password)
    await field(page, label).fill(`${aliases.toReversed().join('\n')}\n\n`)
    await save(page).click()
    await expect(success(page, 'User created successfully!')).toBeVisible()
    const [body] = sent.map((request) => request.postDataJSON())
    expect(body.aliases).toEqual(aliases.toReversed())
    await page.reload()
    await page.getByRole('searchbox').fill(`team-${username}`)
    await page.getByRole('button', { name: `Edit Old ${username}` }).click()
    await expect(field(page, label)).toHaveValue(aliases.join('\n'))
  })

  test('are not sent if they were not changed', async ({ page }) => {
    const sent = saves(page)
    await open(page)
    await field(page, 'Password').fill(password)
    await save(page).click()
    await expect(success(page, 'User created successfully!')).toBeVisible()
    const [body] = sent.map((request) => request.postDataJSON())
    expect(body).not.toHaveProperty('aliases')
  })

  test('that are wrong or belong to another user are marked', async ({ console, page, users }) => {
    console.expect(/^422 POST \/api\/admin\/users\/detailed/)
    console.expect(/^409 POST \/api\/admin\/users\/detailed/)
    const other = await users.make({})
    await open(page)
    await field(page, 'Password').fill(password)
    await field(page, label).fill('fine@firm.example\nnowhere')
    await save(page).click()
    await expect(field(page, label)).toHaveAccessibleDescription(/^Enter an email address like/)
    await expect(field(page, label)).toBeFocused()
    await field(page, label).fill(other.email)
    await save(page).click()
    await expect(field(page, label)).toHaveAccessibleDescription(/^Another user already has this/)
    await expect(page.getByRole('alert')).toContainText(other.email)
  })

  test('are not asked for where the backend does not know them', async ({ page }) => {
    await page.route('**/api/admin/users?*', async (route) => {
      // All users, and no link, which would announce a search that such a backend does not have.
      const { origin, pathname } = new URL(route.request().url())
      const answer = await route.fetch({ url: `${origin}${pathname}` })
      const users: object[] = await answer.json()
      await route.fulfill({
        contentType: 'application/json',
        json: users.map((user) => ({ ...user, aliases: undefined })),
      })
    })
    await open(page)
    await expect(field(page, 'Email')).toBeVisible()
    await expect(field(page, label)).toHaveCount(0)
  })
})
