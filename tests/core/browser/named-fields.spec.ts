import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { problem } from '../../support/browser/screen.ts'

/** A field that is marked, has the focus, and is described by its message. */
async function expectMarked(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${RegExp.escape(message)}`))
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

test.beforeEach(({ console }) => {
  console.expect(/^4(?:09|22) (?:POST|GET) /)
})

test.describe('a super admin', () => {
  test.beforeEach(async ({ page, users }) => {
    await users.signIn(page, await users.make({ role: 'super_admin' }))
  })

  test('reads at each field of a user what the server rejects, and is at the first of them', async ({
    page,
  }) => {
    await page.goto('/dashboard/admin?tab=users')
    await press(page, 'Add New User')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Username').fill('omar')
    await dialog.getByLabel('Email').fill('nowhere')
    await dialog.getByLabel('Full name').fill('Omar')
    await field(page, 'Password').fill('short')
    await field(page, 'Phone (optional)').fill('1'.repeat(41))
    await dialog.getByLabel('Organization').click()
    await dialog.locator('[role=option]').first().click()
    await press(page, 'Create User')
    await expect(
      problem(page, 'Failed to create user: Please check the marked fields'),
    ).toBeVisible()
    await expectMarked(dialog.getByLabel('Email'), 'Enter an email address like name@firm.example.')
    await expectMarked(field(page, 'Password'), 'Use at least 12 characters. 12 to 128 characters')
    await expectMarked(field(page, 'Phone (optional)'), 'Use at most 40 characters.')
    await expect(dialog.locator('[aria-invalid]')).toHaveCount(3)
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await expect(dialog.getByLabel('Email')).toHaveValue('nowhere')

    await dialog.getByLabel('Email').fill(`omar-${crypto.randomUUID().slice(0, 8)}@firm.example`)
    await press(page, 'Create User')
    // In the order of the form the password comes before the phone, in the server's after it.
    await expect(dialog.getByLabel('Email')).not.toHaveAttribute('aria-invalid')
    await expectMarked(field(page, 'Phone (optional)'), 'Use at most 40 characters.')
    await expect(field(page, 'Password')).toBeFocused()

    await field(page, 'Phone (optional)').fill('')
    await field(page, 'Password').fill('password12345')
    await press(page, 'Create User')
    await expect(field(page, 'Phone (optional)')).not.toHaveAttribute('aria-invalid')
    await expectMarked(field(page, 'Password'), 'This is')
  })

  test('reads that a username is taken, in the words of the server and at the field', async ({
    page,
    users,
  }) => {
    const other = await users.make()
    await page.goto('/dashboard/admin?tab=users')
    await press(page, 'Add New User')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Username').fill(other.username)
    await dialog.getByLabel('Email').fill(`new-${crypto.randomUUID().slice(0, 8)}@firm.example`)
    await dialog.getByLabel('Full name').fill('Omar')
    await field(page, 'Password').fill('violet kettle drum')
    await dialog.getByLabel('Organization').click()
    await dialog.locator('[role=option]').first().click()
    await press(page, 'Create User')
    const sentence = `Another user already has the username ${other.username}`
    await expect(problem(page, `Failed to create user: ${sentence}`)).toBeVisible()
    await expectMarked(dialog.getByLabel('Username'), 'Another user already has this.')
    await expect(dialog.getByLabel('Username')).toBeFocused()
    await expect(dialog.locator('[aria-invalid]')).toHaveCount(1)
  })

  test('is led to the organization that is missing', async ({ page }) => {
    await page.goto('/dashboard/admin?tab=users')
    await press(page, 'Add New User')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Username').fill(`omar-${crypto.randomUUID().slice(0, 8)}`)
    await dialog.getByLabel('Email').fill(`omar-${crypto.randomUUID().slice(0, 8)}@firm.example`)
    await dialog.getByLabel('Full name').fill('Omar')
    await field(page, 'Password').fill('violet kettle drum')
    await press(page, 'Create User')
    await expectMarked(dialog.getByLabel('Organization'), 'Choose an organization that exists.')
    await expect(dialog.getByLabel('Organization')).toBeFocused()
  })

  test('reads at each field of an organization what the server rejects', async ({ page }) => {
    await page.goto('/dashboard/admin?tab=organizations')
    await press(page, 'Add Organization')
    await field(page, 'Organization name').fill('x'.repeat(121))
    await field(page, 'Contact email').fill('office@firm.example')
    await field(page, 'Employee count').fill('10000001')
    await press(page, 'Create Organization')
    await expect(
      problem(page, 'Failed to create organization: Please check the marked fields'),
    ).toBeVisible()
    await expectMarked(field(page, 'Organization name'), 'Use at most 120 characters.')
    await expectMarked(field(page, 'Employee count'), 'Enter 10,000,000 or less.')
    await expect(field(page, 'Organization name')).toBeFocused()
  })
})

test('a user reads at the field what is wrong with a flag', async ({ page, users }) => {
  await users.signIn(page, await users.make())
  await page.goto('/dashboard/employee?tab=flags')
  const value = field(page, 'Email address or domain')
  await value.fill('not a sender')
  await field(page, 'Reason (optional)').fill('y'.repeat(501))
  await press(page, 'Add Flag')
  await expect(problem(page, 'value: is neither an email address nor a domain')).toBeVisible()
  await expectMarked(value, 'Enter an email address or a domain like firm.example.')
  await expectMarked(field(page, 'Reason (optional)'), 'Use at most 500 characters.')
  await expect(value).toBeFocused()

  await value.fill('gmail.com')
  await field(page, 'Reason (optional)').fill('')
  await press(page, 'Add Flag')
  const sentence = 'Anyone can have an address at gmail.com. Trust a whole address instead'
  await expect(page.getByRole('alert')).toContainText(sentence)
  await expectMarked(value, 'Anyone can have an address here. Enter a whole address.')
  await expect(field(page, 'Reason (optional)')).not.toHaveAttribute('aria-invalid')
})

test('a team lead reads at the subject that it is too long', async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'team_lead' }))
  await page.goto('/dashboard/team?tab=tools')
  await press(page, 'Request Support')
  await field(page, 'Subject').fill('z'.repeat(201))
  await field(page, 'Description').fill('Help')
  await press(page, 'Submit')
  await expectMarked(field(page, 'Subject'), 'Use at most 200 characters.')
  await expect(field(page, 'Subject')).toBeFocused()
})

test('a sign-in with a username that no user can have marks the username', async ({ page }) => {
  await page.goto('/login')
  await field(page, 'Username').fill('u'.repeat(255))
  await field(page, 'Password').fill('a password')
  await press(page, 'Sign In')
  await expect(page.getByRole('alert')).toHaveText('username: must not be longer than 254')
  await expectMarked(field(page, 'Username'), 'Use at most 254 characters.')
  await expect(field(page, 'Username')).toBeFocused()
})

test('an empty field of the demo form says so', async ({ page }) => {
  await page.goto('/')
  await field(page, 'Business email').fill('rania@firm.example')
  await page.getByRole('button', { name: /demo/i }).last().click()
  await expect(problem(page, 'Please enter your email and company name')).toBeVisible()
  await expectMarked(field(page, 'Company name'), 'Please fill this in.')
  await expect(field(page, 'Company name')).toBeFocused()
  await expect(field(page, 'Business email')).not.toHaveAttribute('aria-invalid')
})

test('a message that cannot be loaded leaves the mark and the notice', async ({
  page,
  users,
  console,
}) => {
  console.expect(/ERR_FAILED/)
  await users.signIn(page, await users.make())
  await page.goto('/dashboard/employee?tab=flags')
  await page.route('**/assets/error-words.*', (route) => route.abort())
  await press(page, 'Add Flag')
  const value = field(page, 'Email address or domain')
  await expect(problem(page, 'Please enter an email address or domain')).toBeVisible()
  await expect(value).toHaveAttribute('aria-invalid', 'true')
  await expect(value).toBeFocused()
})
