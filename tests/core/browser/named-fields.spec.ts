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
