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

test('flags are added, normalized and with a reason, and a conflict is named', {
  tag: [
    '@R156',
    '@R157',
    '@R158',
    '@R159',
    '@R160',
    '@R161',
    '@R162',
    '@R163',
    '@R164',
    '@R165',
    '@R166',
    '@R167',
    '@R171',
    '@R375',
    '@arabic',
  ],
}, async ({ console, page }) => {
  console.expect(/^409 POST \/api\/flags\/add/)
  await page.goto('/dashboard/employee?tab=flags')
  await expect(page.getByText('No flags yet. Add your first flag above.')).toBeVisible()
  await expect(type(page)).toHaveValue('green')
  await expect(type(page).getByRole('option')).toHaveText([
    'Green: trusted sender',
    'Red: blocked sender',
  ])
  const listed = requestsTo(page, 'GET', '/api/flags/list')
  const sent = requestsTo(page, 'POST', '/api/flags/add')
  await value(page).fill('   ')
  await add(page).click()
  await expect(problem(page, 'Please enter an email address or domain')).toBeVisible()
  await expect(value(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(value(page)).toBeFocused()
  expect(sent).toEqual([])

  await value(page).fill(' Foo@BAR.example ')
  await add(page).click()
  await expect(success(page, 'GREEN flag added successfully!')).toBeVisible()
  await expect(rows(page)).toHaveText([/foo@bar\.example/])
  expect(listed).toHaveLength(1)
  await expect(value(page)).toHaveValue('')
  await type(page).selectOption('red')
  await value(page).fill('partner.example')
  await reason(page).fill('  Our partner ')
  await reason(page).press('Enter')
  await expect(success(page, 'RED flag added successfully!')).toBeVisible()
  await expect(rows(page)).toHaveText([/Our partner/, /foo@bar/])
  await expect(type(page)).toHaveValue('green')
  await expect(reason(page)).toHaveValue('')
  expect(sent.map((request) => request.postDataJSON())).toEqual([
    { flag_type: 'green', value: 'foo@bar.example', reason: null },
    { flag_type: 'red', value: 'partner.example', reason: 'Our partner' },
  ])

  await value(page).fill('foo@bar.example')
  await type(page).selectOption('red')
  await add(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'foo@bar.example' })).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
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

const failures = [
  ['a 500', { status: 500, body: '' }],
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
