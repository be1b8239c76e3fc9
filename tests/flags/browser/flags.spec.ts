import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { problem, requestsTo, success } from '../../support/browser/screen.ts'
import { shownFlag as flag } from '../../support/worlds/answers.ts'
import { makeFlag } from '../../support/worlds/mail-factories.ts'

const list = '**/api/flags/list'
const rows = (page: Page) => page.getByRole('list', { name: 'Your flags' }).getByRole('listitem')

async function answerWith(page: Page, flags: readonly object[]) {
  const json = { success: true, flags, total: flags.length, green_count: 0, red_count: 0 }
  await page.route(list, (route) => route.fulfill({ json }))
}

test('each role finds the flags, loaded with the token when the tab opens', {
  tag: ['@R187', '@R188', '@R189'],
}, async ({ page, users }) => {
  for (const [role, path] of [
    ['employee', '/dashboard/employee'],
    ['team_lead', '/dashboard/team'],
    ['super_admin', '/dashboard/admin'],
  ] as const) {
    const user = await users.make({ role })
    await users.signIn(page, user)
    const asked = requestsTo(page, 'GET', '/api/flags/list')
    await page.goto(path)
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
    expect(asked).toEqual([])
    await page.getByRole('tab', { name: 'Flags Management', exact: true }).click()
    await expect(page.getByText('No flags yet. Add your first flag above.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Add a flag' })).toBeVisible()
    expect(asked.map((request) => request.headers().authorization)).toEqual([
      `Bearer ${user.token}`,
    ])
  }
})

test('the form is above the list, on a phone and in a wide window, and a flag without effect is paler', async ({
  page,
  users,
}) => {
  await users.signIn(page, await users.make())
  await answerWith(page, [flag({ id: 1, value: 'gmail.com', is_ignored: true }), flag({ id: 2 })])
  await page.goto('/dashboard/employee?tab=flags')
  await expect(rows(page)).toHaveCount(2)
  const [ignored, used] = await rows(page)
    .getByText('Green', { exact: true })
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).color))
  expect(ignored).not.toBe(used)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const form = await page.getByRole('region', { name: 'Add a flag' }).boundingBox()
    const listed = await rows(page).first().boundingBox()
    expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThanOrEqual(listed?.y ?? 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

const value = (page: Page) => page.getByLabel('Email address or domain')
const reason = (page: Page) => page.getByLabel('Reason (optional)')
const type = (page: Page) => page.getByLabel('Flag type')
const add = (page: Page) => page.getByRole('button', { name: 'Add Flag', exact: true })

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
}, async ({ console, page, users }) => {
  await users.signIn(page, await users.make())
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

const removeButton = (page: Page, value = 'bad.example') =>
  page.getByRole('button', { name: `Remove the flag for ${value}` })
const question = (page: Page) => page.getByRole('alertdialog')

test('a flag is removed only after a yes, with a notice, stays listed after a failure, and gives the focus to the next one or the field', {
  tag: ['@R181', '@R182', '@R183', '@R184', '@R185', '@firefox', '@arabic'],
}, async ({ page, users, place }) => {
  const user = await users.make()
  for (const value of ['worse.example', 'bad.example']) {
    await makeFlag(place, user, { flag_type: 'red', value })
  }
  await users.signIn(page, user)
  await page.goto('/dashboard/employee?tab=flags')
  const call = '**/api/flags/remove/**'
  const sent = requestsTo(page, 'DELETE', /^\/api\/flags\/remove\/[^/]+$/)
  for (const way of ['Cancel', 'Escape'] as const) {
    await removeButton(page).click()
    await expect(question(page)).toHaveAccessibleDescription('Remove the flag for bad.example?')
    if (way === 'Cancel') await question(page).getByRole('button', { name: 'Cancel' }).click()
    else await page.keyboard.press('Escape')
    await expect(question(page)).toHaveCount(0)
    await expect(removeButton(page)).toBeFocused()
    await expect(rows(page)).toHaveCount(2)
  }
  expect(sent).toEqual([])
  await page.route(call, (route) => route.fulfill({ status: 404, json: { detail: 'no' } }))
  await removeButton(page).click()
  await question(page).getByRole('button', { name: 'Remove flag' }).click()
  await expect(problem(page, 'Failed to remove flag')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await page.unroute(call)
  await removeButton(page).click()
  await question(page).getByRole('button', { name: 'Remove flag' }).click()
  await expect(success(page, 'Flag removed successfully')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expect(sent).toHaveLength(2)
  await expect(removeButton(page, 'worse.example')).toBeFocused()
  await page.keyboard.press('Enter')
  await question(page).getByRole('button', { name: 'Remove flag' }).press('Enter')
  await expect(rows(page)).toHaveCount(0)
  await expect(value(page)).toBeFocused()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a file is imported after a look at what would happen, by keyboard', async ({
  page,
  users,
  place,
}) => {
  const user = await users.make()
  await makeFlag(place, user, { flag_type: 'green', value: 'partner.example' })
  await makeFlag(place, user, { flag_type: 'red', value: 'known.example' })
  await users.signIn(page, user)
  await page.goto('/dashboard/employee?tab=flags')
  await button(page, 'Import').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import flags' })
  await dialog.getByLabel('Or paste the lines').focus()
  const lines = [
    'value,type,reason,ends',
    'a@spam.example,red,"=1+1",2099-01-31',
    'known.example,,,',
    'partner.example,blocked,,',
    'nonsense,,,',
    'old.example,red,,2020-01-01',
  ]
  await page.keyboard.insertText(lines.join('\n'))
  await dialog.getByRole('button', { name: 'Check the lines' }).press('Enter')
  await expect(dialog.getByText('Nothing has been written yet.')).toBeVisible()
  const written = place.database.selectFrom('flags').select('value').where('user_id', '=', user.id)
  expect(await written.execute()).toHaveLength(2)
  await expect(dialog.getByRole('button', { name: '2 Invalid' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const listed = dialog.getByRole('list', { name: 'Lines' })
  await expect(listed.getByRole('listitem')).toHaveCount(2)
  await expect(listed).toContainText('Line 5')
  await expect(listed).toContainText('Sender:')
  await expect(listed).toContainText('Ends:')
  await dialog.getByRole('button', { name: '1 Conflict' }).press('Enter')
  await expect(listed).toContainText('partner.example has a green flag already')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 1 flag' }).press('Enter')
  await expect(dialog.getByText('The import is complete')).toBeVisible()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the results' }).press('Enter')
  const results = await readFile(await (await saved).path(), 'utf8')
  expect(results).toContain('2,red,a@spam.example,Created,')
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('=1+1')
  await expect(rows(page).first()).toContainText('Ends')
  const exported = page.waitForEvent('download')
  await button(page, 'Export').press('Enter')
  const file = await readFile(await (await exported).path(), 'utf8')
  expect(file).toContain("red,a@spam.example,'=1+1,2099-01-31T23:59:59.999Z")
})

test('a note and an end are changed, and several flags are sorted and removed', {
  tag: ['@arabic'],
}, async ({ page, users, place }) => {
  const user = await users.make()
  for (const value of ['b.example', 'c.example', 'a.example']) {
    await makeFlag(place, user, { flag_type: 'red', value })
  }
  await users.signIn(page, user)
  await page.goto('/dashboard/employee?tab=flags')
  await button(page, 'Change the flag for c.example').click()
  const dialog = page.getByRole('dialog', { name: 'Flag for c.example' })
  await dialog.getByLabel('Note').fill('Lottery')
  await dialog.getByLabel('Ends').selectOption('In 7 days')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(success(page, 'The flag was changed.')).toBeVisible()
  const changed = rows(page).filter({ hasText: 'c.example' })
  await expect(changed).toContainText('Lottery')
  await expect(changed).toContainText('Ends')
  await expect(button(page, 'Change the flag for c.example')).toBeFocused()

  await page.getByLabel('Sort by').selectOption('Address or domain')
  await expect(rows(page).first()).toContainText('a.example')
  await button(page, 'Select several').click()
  await expect(button(page, 'Select all 3')).toBeFocused()
  await page.getByLabel('Select the flag for a.example').check()
  await page.getByLabel('Select the flag for b.example').check()
  await expect(page.getByText('2 flags selected')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await button(page, 'Remove selected').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(success(page, '2 flags were removed.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(button(page, 'Select several')).toBeFocused()
})
