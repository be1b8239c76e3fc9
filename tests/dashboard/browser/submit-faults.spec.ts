import { expect, test } from '../../support/browser/browser.ts'
import { type FaultyServer, faultNames, startFaultyServer } from '../../support/browser/faults.ts'
import {
  callTo,
  chooseFirst,
  misdirect,
  problem,
  requestsTo,
} from '../../support/browser/screen.ts'

let faulty: FaultyServer

test.beforeAll(async () => {
  faulty = await startFaultyServer()
})
test.afterAll(() => faulty[Symbol.asyncDispose]())

/** Every form: its place, its input, and its message when the request fails. */
const forms = [
  {
    name: 'a flag',
    role: 'employee',
    path: '/dashboard/employee?tab=flags',
    opener: '',
    call: '/api/flags/add',
    fields: { 'Email address or domain': 'Bad.Example', 'Reason (optional)': 'It looks odd' },
    submit: 'Add Flag',
    message: 'Failed to add flag',
  },
  {
    name: 'a support request',
    role: 'team_lead',
    path: '/dashboard/team?tab=tools',
    opener: 'Request Support',
    call: '/api/team/support-request',
    fields: { Subject: 'Help', Description: 'What now?' },
    submit: 'Submit',
    message: 'Failed to submit support request: Unknown error',
  },
  {
    name: 'a user',
    role: 'super_admin',
    path: '/dashboard/admin?tab=users',
    opener: 'Add New User',
    call: '/api/admin/users/detailed',
    fields: {
      Username: 'rania',
      Email: 'rania@firm.example',
      'Full name': 'Rania',
      Password: 'correct horse battery 9',
    },
    submit: 'Create User',
    message: 'Failed to create user: Unknown error',
  },
  {
    name: 'an organization',
    role: 'super_admin',
    path: '/dashboard/admin?tab=organizations',
    opener: 'Add Organization',
    call: '/api/admin/organizations/detailed',
    fields: { 'Organization name': 'Clinic', 'Contact email': 'office@clinic.example' },
    submit: 'Create Organization',
    message: 'Failed to create organization: Unknown error',
  },
] as const

const unheard = faultNames.filter((fault) => !/^a \d/.test(fault))

for (const [position, kind] of forms.entries()) {
  const { name, role, path, opener, call, fields, submit, message } = kind
  test(`${name} that fails to arrive is kept, and three submits at once send one`, {
    tag: ['@R168', '@R199', '@R318', '@R327'],
  }, async ({ page, users }) => {
    await users.signIn(page, await users.make({ role }))
    await page.goto(path)
    if (opener !== '') await page.getByRole('button', { name: opener, exact: true }).click()
    const form = page.locator('form').filter({ hasText: submit })
    const entries = Object.entries(fields)
    for (const [label, value] of entries) await form.getByLabel(label, { exact: true }).fill(value)

    const sent = requestsTo(page, 'POST', call)
    await page.route(callTo(call), misdirect(faulty))
    // Each fault at one form: the client tries all of them with every call (tests/core/lib).
    const faults = unheard.filter((_, at) => at % forms.length === position)
    for (const [index, fault] of faults.entries()) {
      faulty.fault = fault
      await form.evaluate((element) => {
        if (!(element instanceof HTMLFormElement)) throw new Error('not a form')
        for (let press = 0; press < 3; press += 1) element.requestSubmit()
      })
      await expect(problem(page, message), fault).toBeVisible()
      expect(sent).toHaveLength(index + 1)
      for (const [label, value] of entries) {
        await expect(form.getByLabel(label, { exact: true })).toHaveValue(value)
      }
      await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
    }
  })
}

test('a receipt, a removal and a consent that are requested three times are sent once', {
  tag: ['@R183', '@R212', '@R269', '@R316'],
}, async ({ page, users }) => {
  const admin = await users.make({ role: 'super_admin', consented: false })
  const gone = await users.make({ full_name: `Leaving ${crypto.randomUUID()}` })
  await users.signIn(page, admin)
  const pressThrice = (name: string) =>
    page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name, exact: true })
      .evaluate((button) => {
        if (!(button instanceof HTMLElement)) throw new Error('not a button')
        for (let press = 0; press < 3; press += 1) button.click()
      })

  const consents = requestsTo(page, 'POST', '/api/users/consent')
  await page.goto('/dashboard/admin')
  await page.getByRole('checkbox').check()
  await pressThrice('Agree & Continue')
  await page.getByRole('button', { name: 'Generate Receipt', exact: true }).click()
  expect(consents).toHaveLength(1)

  const receipts = requestsTo(page, 'POST', /generate-receipt/)
  await chooseFirst(page.getByLabel('Organization', { exact: true }))
  const receipt = page.context().waitForEvent('page')
  await pressThrice('Generate Receipt')
  await (await receipt).close()
  await expect(page.getByRole('link', { name: 'Open the receipt' })).toBeVisible()
  expect(receipts).toHaveLength(1)
  await page.getByRole('button', { name: 'Close' }).click()

  const removals = requestsTo(page, 'DELETE', /admin\/users/)
  await page.getByRole('tab', { name: 'User Management' }).click()
  await page.getByRole('searchbox').fill(gone.full_name)
  await page.getByRole('button', { name: `Remove User ${gone.full_name}` }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('DELETE')
  await pressThrice('Remove User')
  await expect(page.getByText('has been permanently removed')).toBeVisible()
  expect(removals).toHaveLength(1)
})
