import type { Locator, Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { choose, problem, requestsTo, rowsOf, success } from '../../support/browser/screen.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

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

/** A field that is marked, and described by its message. */
async function expectMarked(marked: Locator, message: string): Promise<void> {
  await expect(marked).toHaveAttribute('aria-invalid', 'true')
  await expect(marked).toHaveAccessibleDescription(new RegExp(`^${RegExp.escape(message)}`))
}

async function fill(page: Page) {
  await field(page, 'Username').fill(username)
  await field(page, 'Email').fill(`${username}@firm.example`)
  await field(page, 'Full name').fill('New Colleague')
  await field(page, 'Password').fill(password)
  await choose(field(page, 'Organization'), organizationName)
}

test('a new user is typed in, sent with all fields, confirmed and found in the list', {
  tag: [
    '@R299',
    '@R302',
    '@R305',
    '@R306',
    '@R307',
    '@R308',
    '@R313',
    '@R314',
    '@R315',
    '@R316',
    '@R317',
    '@R318',
    '@R375',
  ],
}, async ({ page, console }) => {
  console.expect(/^422 POST \/api\/admin\/users\/detailed/)
  await page.goto('/dashboard/admin?tab=users')
  await opener(page).click()
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

  await test.step('what the server rejects is said at each field, and the first of them has the focus', async () => {
    const phone = field(page, 'Phone (optional)')
    await field(page, 'Email').fill('nowhere')
    await field(page, 'Password').fill('short')
    await phone.fill('1'.repeat(41))
    await save(page).click()
    await expect(
      problem(page, 'Failed to create user: Please check the marked fields'),
    ).toBeVisible()
    await expectMarked(field(page, 'Email'), 'Enter an email address like name@firm.example.')
    await expectMarked(field(page, 'Password'), 'Use at least 12 characters. 12 to 128 characters')
    await expectMarked(phone, 'Use at most 40 characters.')
    await expect(form(page).locator('[aria-invalid]')).toHaveCount(3)
    await expect(field(page, 'Email')).toBeFocused()
    await expect(field(page, 'Email')).toHaveValue('nowhere')
    await field(page, 'Email').fill(`${username}@firm.example`)
    await save(page).click()
    // In the order of the form the password comes before the phone, in the server's after it.
    await expect(field(page, 'Email')).not.toHaveAttribute('aria-invalid')
    await expectMarked(phone, 'Use at most 40 characters.')
    await expect(field(page, 'Password')).toBeFocused()
    await field(page, 'Password').fill(password)
  })

  await field(page, 'Organization').fill('')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('Failed to create user: ')
  await expect(field(page, 'Username')).toHaveValue(username)
  await choose(field(page, 'Organization'), organizationName)
  sent.length = 0
  await field(page, 'Role').selectOption('team_lead')
  await field(page, 'Department (optional)').fill(' IT ')
  await field(page, 'Phone (optional)').fill('0791234567')
  const reloaded = ['dashboard', 'users', 'organizations'].map((name) =>
    requestsTo(page, 'GET', `/api/admin/${name}`),
  )
  await save(page).click()
  await expect(success(page, 'User created successfully!')).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
  await expect.poll(() => reloaded.map((requests) => requests.length)).toEqual([1, 1, 1])
  await page.getByRole('searchbox').pressSequentially(username)
  await expect(rows(page)).toHaveText([/New Colleague/])
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

test('the form of a user contains the user with other addresses and rights, and saves a change by the same call with the id', {
  tag: ['@R300', '@R302', '@R309', '@R310', '@R311', '@R312', '@arabic'],
}, async ({ page, users }) => {
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

  const addresses = field(page, 'Other addresses and shared mailboxes (optional)')
  await expect(addresses).toHaveValue('')
  await expect(addresses).toHaveAccessibleDescription(/\+tag/)
  const right = form(page).getByRole('checkbox', { name: 'Organization admin' })
  await expect(right).not.toBeChecked()
  await field(page, 'Role').selectOption('Employee')
  await expect(right).toBeHidden()
  await field(page, 'Role').selectOption('Team Lead')
  await right.press('Space')
  expect(await findViolations(page)).toEqual([])

  const sent = saves(page)
  await save(page).click()
  await expect(problem(page, 'Please fill in all required fields')).toBeVisible()
  await expect(field(page, 'Password')).toBeFocused()
  expect(sent).toEqual([])
  const aliases = [`sales-${username}@firm.example`, `team-${username}@firm.example`]
  await addresses.fill(`${aliases.toReversed().join('\n')}\n\n`)
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
      aliases: aliases.toReversed(),
    }),
  ])
  await expect(rows(page)).toContainText('Organization admin')
  await page.reload()
  await page.getByRole('searchbox').fill(`team-${username}`)
  await page.getByRole('button', { name: 'Edit New Name' }).click()
  await expect(addresses).toHaveValue(aliases.join('\n'))
})
