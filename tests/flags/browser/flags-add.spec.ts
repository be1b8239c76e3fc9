import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { problem, requestsTo, success } from '../../support/browser/screen.ts'

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
  console.expect(/^4(?:09|22) (?:POST|GET) \/api\/flags/)
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
  await expect(value(page)).toBeFocused()
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

  await test.step('what the server rejects is said at its fields', async () => {
    // Its sentences are English.
    if (test.info().project.name === 'arabic') return
    await value(page).fill('not a sender')
    await type(page).selectOption('green')
    await reason(page).fill('y'.repeat(501))
    await add(page).click()
    await expect(problem(page, 'value: is neither an email address nor a domain')).toBeVisible()
    await expect(value(page)).toHaveAccessibleDescription(/^Enter an email address or a domain/)
    await expect(reason(page)).toHaveAccessibleDescription(/^Use at most 500 characters\./)
    await expect(value(page)).toBeFocused()
    await value(page).fill('gmail.com')
    await reason(page).fill('')
    await add(page).click()
    const sentence = 'Anyone can have an address at gmail.com. Trust a whole address instead'
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(value(page)).toHaveAccessibleDescription(/^Anyone can have an address here\./)
    await expect(reason(page)).not.toHaveAttribute('aria-invalid')
  })
})
