import type { Page, Route } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { type FaultyServer, faultNames, startFaultyServer } from '../support/faults.ts'
import { callTo, problem, requestsTo } from '../support/screen.ts'

let faulty: FaultyServer

test.beforeAll(async () => {
  faulty = await startFaultyServer()
})
test.afterAll(() => faulty[Symbol.asyncDispose]())

/** Sends the calls to a server that has the fault; nothing in the page can tell. */
const misdirect = (route: Route) =>
  route.continue({ url: faulty.url + new URL(route.request().url()).pathname })

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again', exact: true })

for (const { screen, role, call, failed, loaded } of [
  {
    screen: '/dashboard/employee',
    role: 'employee',
    call: '/api/dashboard/employee',
    failed: 'Failed to load dashboard data',
    loaded: 'Your risk score',
  },
  {
    screen: '/dashboard/team',
    role: 'team_lead',
    call: '/api/dashboard/team',
    failed: 'Failed to load team dashboard data',
    loaded: 'Members',
  },
  {
    screen: '/dashboard/admin',
    role: 'super_admin',
    call: '/api/admin/organizations',
    failed: 'Failed to load admin dashboard data',
    loaded: 'System Performance',
  },
  {
    screen: '/dashboard/employee?tab=flags',
    role: 'employee',
    call: '/api/flags/list',
    failed: 'Failed to fetch flags',
    loaded: 'Your flags',
  },
] as const) {
  test(`R131 R150 R186 R248 R370 ${screen} says what failed after every fault and every Try Again, then recovers`, async ({
    page,
    people,
  }) => {
    await people.signIn(page, await people.make({ role }))
    await page.route(callTo(call), misdirect)
    const asked = requestsTo(page, 'GET', call)
    for (const [index, fault] of faultNames.entries()) {
      faulty.fault = fault
      if (index === 0) await page.goto(screen)
      else await tryAgain(page).click()
      await expect.poll(() => asked.length, fault).toBe(index + 1)
      await expect(tryAgain(page), fault).toBeVisible()
      await expect(page.getByText(failed, { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: loaded })).toHaveCount(0)
    }
    await page.unrouteAll()
    await tryAgain(page).click()
    await expect(page.getByRole('heading', { name: loaded })).toBeVisible()
    await expect(tryAgain(page)).toHaveCount(0)
  })
}

test('R130 R298 what takes 5 s arrives, what takes 30 s is given up and can be tried again', async ({
  page,
  people,
}) => {
  await people.signIn(page, await people.make())
  await page.clock.install()
  const call = '**/api/dashboard/employee'
  const once = { times: 1 }
  const spinner = page.getByText('Loading your dashboard...')
  const gauge = page.getByRole('meter')
  await page.route(call, (route) => route.fulfill({ status: 503, body: '' }), once)
  await page.goto('/dashboard/employee')
  await expect(tryAgain(page)).toBeVisible()

  const slow = Promise.withResolvers<void>()
  await page.route(
    call,
    (route) => slow.promise.then(() => route.fulfill({ json: { risk_score: 12 } })),
    once,
  )
  await tryAgain(page).click()
  await expect(spinner).toBeVisible()
  await page.clock.fastForward(5000)
  await expect(spinner).toBeVisible()
  slow.resolve()
  await expect(gauge).toHaveAttribute('aria-valuenow', '12')

  const late = Promise.withResolvers<void>()
  await page.route(
    call,
    (route) => late.promise.then(() => route.fulfill({ json: { risk_score: 99 } })),
    once,
  )
  const asked = page.waitForRequest(call)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await asked
  await page.clock.fastForward(30_000)
  await expect(page.getByText('Failed to load dashboard data', { exact: true })).toBeVisible()
  late.resolve()
  await tryAgain(page).click()
  await expect(gauge).toHaveAttribute('aria-valuenow', '0')
})

/** Everything that is typed and sent, where it is, and what is said when it does not arrive. */
const forms = [
  {
    name: 'a flag',
    role: 'employee',
    path: '/dashboard/employee?tab=flags',
    opener: '',
    call: '/api/flags/add',
    fields: { 'Email address or domain': 'Bad.Example', 'Reason (optional)': 'It looks odd' },
    submit: 'Add Flag',
    said: 'Failed to add flag',
  },
  {
    name: 'a support request',
    role: 'team_lead',
    path: '/dashboard/team?tab=tools',
    opener: 'Request Support',
    call: '/api/team/support-request',
    fields: { Subject: 'Help', Description: 'What now?' },
    submit: 'Submit',
    said: 'Failed to submit support request: Unknown error',
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
    said: 'Failed to create user: Unknown error',
  },
  {
    name: 'an organization',
    role: 'super_admin',
    path: '/dashboard/admin?tab=organizations',
    opener: 'Add Organization',
    call: '/api/admin/organizations/detailed',
    fields: { 'Organization name': 'Clinic', 'Contact email': 'office@clinic.example' },
    submit: 'Create Organization',
    said: 'Failed to create organization: Unknown error',
  },
] as const

const unheard = faultNames.filter((fault) => !/^a \d/.test(fault))

for (const { name, role, path, opener, call, fields, submit, said } of forms) {
  test(`R168 R199 R318 R327 ${name} that does not arrive is not lost, and three submits at once send one`, async ({
    page,
    people,
  }) => {
    await people.signIn(page, await people.make({ role }))
    await page.goto(path)
    if (opener !== '') await page.getByRole('button', { name: opener, exact: true }).click()
    const form = page.locator('form').filter({ hasText: submit })
    const entries = Object.entries(fields)
    for (const [label, value] of entries) await form.getByLabel(label, { exact: true }).fill(value)

    const sent = requestsTo(page, 'POST', call)
    await page.route(callTo(call), misdirect)
    for (const [index, fault] of unheard.entries()) {
      faulty.fault = fault
      await form.evaluate((element) => {
        if (!(element instanceof HTMLFormElement)) throw new Error('not a form')
        for (let press = 0; press < 3; press += 1) element.requestSubmit()
      })
      await expect(problem(page, said), fault).toBeVisible()
      expect(sent).toHaveLength(index + 1)
      for (const [label, value] of entries) {
        await expect(form.getByLabel(label, { exact: true })).toHaveValue(value)
      }
      await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
    }
  })
}

test('R183 R212 R269 R316 a receipt, a removal and a consent that are asked for three times are asked for once', async ({
  page,
  people,
}) => {
  const admin = await people.make({ role: 'super_admin', consented: false })
  const gone = await people.make({ full_name: `Leaving ${crypto.randomUUID()}` })
  await people.signIn(page, admin)
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
  await page.getByLabel('Organization', { exact: true }).selectOption(gone.organizationId)
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

test('R008 thousands of rows are drawn, and found', async ({ page, people }) => {
  const count = 5000
  const rows = (make: (id: number) => object) => Array.from({ length: count }, (_, id) => make(id))
  for (const [call, json] of [
    [
      '/dashboard/employee',
      { recent_phishing_emails: rows((id) => ({ id, email_subject: `Mail ${id}` })) },
    ],
    ['/dashboard/team', { team_members: rows((id) => ({ id, full_name: `Member ${id}` })) }],
    ['/flags/list', { flags: rows((id) => ({ id, flag_type: 'red', value: `v${id}.example` })) }],
    ['/admin/users', rows((id) => ({ id, full_name: `Person ${id}`, username: `p${id}` }))],
    ['/admin/organizations', rows((id) => ({ id, name: `Firm ${id}` }))],
  ] as const) {
    await page.route(callTo(`/api${call}`), (route) => route.fulfill({ json }))
  }
  await people.signIn(page, await people.make({ role: 'super_admin' }))
  for (const [path, shown] of [
    ['/dashboard/employee', 'Mail 0'],
    ['/dashboard/employee?tab=flags', 'v0.example'],
    ['/dashboard/team', 'Member 0'],
    ['/dashboard/admin?tab=users', 'Person 0'],
    ['/dashboard/admin?tab=organizations', 'Firm 0'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(shown, { exact: true }).first()).toBeVisible()
  }
  await page.goto('/dashboard/admin?tab=users')
  await page.getByRole('searchbox').fill('Person 4999')
  await expect(page.getByRole('button', { name: 'Edit Person 4999' })).toBeVisible()
})

test('a screen whose code does not come says so, and Try Again brings it', async ({
  page,
  people,
  console,
}) => {
  console.expect(/Failed to fetch dynamically imported module|Failed to load resource/)
  await people.signIn(page, await people.make({ role: 'team_lead' }))
  await page.goto('/dashboard/employee')
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Team Dashboard' }).click()
  await expect(page.getByText('Failed to load dashboard data', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.unroute('**/assets/*.js')
  await tryAgain(page).click()
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
})

test('somebody who leaves while everything is on its way finds the place that they went to', async ({
  page,
  people,
}) => {
  await people.signIn(page, await people.make({ role: 'super_admin' }))
  const held = Promise.withResolvers<void>()
  await page.route('**/api/{dashboard,admin}/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/dashboard/admin')
  await expect(page.getByText('Loading admin dashboard...')).toBeVisible()
  for (const name of ['Team Dashboard', 'My Dashboard', 'Admin Dashboard', 'My Dashboard']) {
    await page.getByRole('link', { name, exact: true }).click()
  }
  await page.goBack()
  await page.goForward()
  held.resolve()
  await expect(page).toHaveURL('/dashboard/employee')
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  await expect(page.getByText(/Failed to load/)).toHaveCount(0)
})
