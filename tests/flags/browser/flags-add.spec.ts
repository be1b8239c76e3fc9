import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { failInTurn, problem, requestsTo, success } from '../../support/browser/screen.ts'

const value = (page: Page) => page.getByLabel('Email address or domain')
const reason = (page: Page) => page.getByLabel('Reason (optional)')
const type = (page: Page) => page.getByLabel('Flag type')
const add = (page: Page) => page.getByRole('button', { name: 'Add Flag', exact: true })
const rows = (page: Page) => page.getByRole('list', { name: 'Your flags' }).getByRole('listitem')

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make())
})

test('the form offers a type, initially green, a value and a reason', {
  tag: ['@R156', '@R157', '@R158', '@R375'],
}, async ({ page }) => {
  await page.goto('/dashboard/employee?tab=flags')
  await expect(type(page)).toHaveValue('green')
  await expect(type(page).getByRole('option')).toHaveText([
    'Green: trusted sender',
    'Red: blocked sender',
  ])
  await expect(value(page)).toHaveValue('')
  await expect(reason(page)).toHaveValue('')
})

test('with nothing but spaces the form asks for an address and sends nothing', {
  tag: ['@R160'],
}, async ({ page }) => {
  const sent = requestsTo(page, 'POST', '/api/flags/add')
  await page.goto('/dashboard/employee?tab=flags')
  await value(page).fill('   ')
  await add(page).click()
  await expect(problem(page, 'Please enter an email address or domain')).toBeVisible()
  await expect(value(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(value(page)).toBeFocused()
  expect(sent).toEqual([])
})

const evidence = '**/api/flags/evidence?*'
const question = (page: Page) => page.getByRole('alertdialog')

test('trusting a domain that sent dangerous mail needs a confirmation', {
  tag: ['@arabic'],
}, async ({ page }) => {
  await page.route(evidence, (route) => route.fulfill({ json: { dangerous_emails: 3 } }))
  const sent = requestsTo(page, 'POST', '/api/flags/add')
  await page.goto('/dashboard/employee?tab=flags')
  await value(page).fill('shop.example')
  await add(page).click()
  await expect(question(page)).toContainText(
    'Dangerous emails sent to you from shop.example: 3. Do you trust this domain all the same?',
  )
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(value(page)).toHaveValue('shop.example')
  expect(sent).toEqual([])
  await add(page).click()
  await question(page).getByRole('button', { name: 'Trust domain' }).click()
  await expect(success(page, 'GREEN flag added successfully!')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('an address, a red flag or a backend without counts needs no confirmation', async ({
  page,
}) => {
  const asked = requestsTo(page, 'GET', '/api/flags/evidence')
  await page.route(evidence, (route) => route.fulfill({ json: { other: 'words' } }))
  await page.goto('/dashboard/employee?tab=flags')
  await value(page).fill('someone@shop.example')
  await add(page).click()
  await expect(rows(page)).toHaveText([/someone@shop\.example/])
  await type(page).selectOption('red')
  await value(page).fill('red.example')
  await add(page).click()
  await expect(rows(page)).toHaveText([/red\.example/, /someone@/])
  expect(asked).toEqual([])
  await type(page).selectOption('green')
  await value(page).fill('green.example')
  await add(page).click()
  await expect(rows(page)).toHaveText([/green\.example/, /red\.example/, /someone@/])
})

for (const [colour, message] of [
  ['green', 'GREEN flag added successfully!'],
  ['red', 'RED flag added successfully!'],
] as const) {
  test(`a ${colour} flag is sent normalized, '${message}' is shown, and the flag is listed`, {
    tag: ['@R159', '@R161', '@R162', '@R163', '@R164', '@R165', '@R166', '@firefox'],
  }, async ({ page }) => {
    await page.goto('/dashboard/employee?tab=flags')
    await expect(page.getByText('No flags yet. Add your first flag above.')).toBeVisible()
    const listed = requestsTo(page, 'GET', '/api/flags/list')
    const sent = requestsTo(page, 'POST', '/api/flags/add')
    await type(page).selectOption(colour)
    await value(page).fill(' Foo@BAR.example ')
    await add(page).click()
    await expect(success(page, message)).toBeVisible()
    await expect(rows(page)).toHaveText([/foo@bar\.example/])
    expect(listed).toHaveLength(1)
    await expect(value(page)).toHaveValue('')
    await expect(type(page)).toHaveValue('green')
    expect(sent.map((request) => request.postDataJSON())).toEqual([
      { flag_type: colour, value: 'foo@bar.example', reason: null },
    ])
  })
}

test('a reason is sent and shown', { tag: ['@R161', '@R171', '@arabic'] }, async ({ page }) => {
  const sent = requestsTo(page, 'POST', '/api/flags/add')
  await page.goto('/dashboard/employee?tab=flags')
  await value(page).fill('partner.example')
  await reason(page).fill('  Our partner ')
  await reason(page).press('Enter')
  await expect(rows(page)).toHaveText([/Our partner/])
  expect(sent[0]?.postDataJSON()).toMatchObject({ reason: 'Our partner' })
})

test("adding the same value twice shows only the server's message", {
  tag: ['@R167'],
}, async ({ page }) => {
  await page.route('**/api/flags/add', (route) =>
    route.fulfill({ status: 400, json: { detail: 'Flag already exists' } }),
  )
  await page.goto('/dashboard/employee?tab=flags')
  await value(page).fill('twice.example')
  await add(page).click()
  await expect(problem(page, 'Flag already exists')).toBeVisible()
  await expect(value(page)).toHaveValue('twice.example')
})

test('the server names the conflicting flag', { tag: ['@R167'] }, async ({ console, page }) => {
  console.expect(/^409 POST \/api\/flags\/add/)
  await page.goto('/dashboard/employee?tab=flags')
  for (const colour of ['green', 'red']) {
    await type(page).selectOption(colour)
    await value(page).fill('twice.example')
    await add(page).click()
    // The form is cleared when the first flag is in the list.
    await expect(rows(page)).toHaveCount(1)
  }
  await expect(page.getByRole('alert').filter({ hasText: 'twice.example' })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
})

const failures = [
  ['a 500', { status: 500, body: '' }],
  ['a detail that is not a string', { status: 400, json: { detail: {} } }],
  ['an empty detail', { status: 400, json: { detail: '' } }],
  ['success false', { status: 200, json: { success: false } }],
  ['no network', undefined],
] as const

test("after each failure the form shows 'Failed to add flag' and keeps its input", {
  tag: ['@R168', '@R007'],
}, async ({ page }) => {
  await page.goto('/dashboard/employee?tab=flags')
  await value(page).fill('kept.example')
  await reason(page).fill('kept too')
  const worded = failures.map(([what, answer]) => [what, answer, 'Failed to add flag'] as const)
  await failInTurn(page, '**/api/flags/add', worded, async (message) => {
    await add(page).click()
    await expect(problem(page, message)).toBeVisible()
    await expect(value(page)).toHaveValue('kept.example')
    await expect(reason(page)).toHaveValue('kept too')
  })
})

test('pressing twice while the first request is pending sends one flag', async ({ page }) => {
  const sent = requestsTo(page, 'POST', '/api/flags/add')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/flags/add', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard/employee?tab=flags')
  await value(page).fill('once.example')
  await value(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Adding...' })).toBeDisabled()
  await value(page).press('Enter')
  release()
  await expect(rows(page)).toHaveCount(1)
  expect(sent).toHaveLength(1)
})
