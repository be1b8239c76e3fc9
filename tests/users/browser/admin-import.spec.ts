import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { byteOrderMark } from '../../../contract/core/csv.ts'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectLargeTextFits } from '../../support/browser/fit.ts'
import { choose, rowsOf, success } from '../../support/browser/screen.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'

const call = '**/api/admin/users/import'
const outcomes = ['new', 'unchanged', 'changed', 'conflict', 'invalid'] as const
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import users' })
const button = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole('button', { name, exact: true })

/** A file whose first five lines have one outcome each, and the others are new. */
const file = [
  'E-mail;Name;Shoe size',
  ...Array.from({ length: 250 }, (_, number) => `u${number}@cedar.example;User ${number};40`),
].join('\n')

const problemOf = (outcome: string) =>
  outcome === 'conflict' || outcome === 'invalid'
    ? { problem: { detail: `It is ${outcome}`, code: 'x', params: {}, fields: [] } }
    : {}

function answer(route: Route, isRun = false) {
  const { rows } = route.request().postDataJSON()
  const judged = rows.map(({ line }: { line: number }) => {
    const outcome = outcomes[line - 2] ?? 'new'
    const changed = outcome === 'changed' ? ['full_name'] : []
    return { line, outcome, changed, keys: [`line ${line}`], ...problemOf(outcome) }
  })
  return route.fulfill({ json: { rows: judged, isRun } })
}

/** On a large screen and, in dark, on a phone; nothing is wider than the window. */
async function expectAccessible(page: Page, surface = dialog(page)) {
  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [360, 740, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
    const isTooWide = await surface.evaluate((it) => it.scrollWidth > it.clientWidth)
    expect(isTooWide).toBe(false)
  }
}

const organizationField = (page: Page) =>
  dialog(page).getByRole('combobox', { name: 'Organization', exact: true })

async function chooseOrganization(page: Page) {
  await organizationField(page).press('ArrowDown')
  await expect(dialog(page).getByRole('option').first()).toBeVisible()
  await organizationField(page).press('Enter')
}

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('an import is looked at, run, stopped, interrupted, continued and done by keyboard', {
  tag: ['@arabic'],
}, async ({ page }) => {
  await page.goto('/dashboard/admin?tab=users')
  await page.getByRole('button', { name: 'Import users' }).press('Enter')
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByLabel('Or paste the lines').fill('name;password\nLina;x')
  await button(page, 'Check the lines').press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('a column with passwords: password')

  await chooseOrganization(page)
  await page.route(call, (route) => answer(route))
  await dialog(page).getByLabel('Or paste the lines').fill(file)
  await button(page, 'Check the lines').press('Enter')
  await expect(dialog(page)).toContainText('Nothing has been written yet.')
  await expect(dialog(page)).toContainText('Columns that are not read: Shoe size')
  for (const name of ['1 Invalid', '1 Conflict', '1 Changed', '246 New', '1 Unchanged']) {
    await expect(button(page, name)).toBeVisible()
  }
  await expect(dialog(page).getByRole('listitem')).toHaveText(/6.*User 4.*Invalid.*It is invalid/s)
  await button(page, '1 Conflict').press('Enter')
  await expect(dialog(page).getByRole('listitem')).toContainText('It is conflict')
  await expectAccessible(page)

  // Two batches are answered when they are let through.
  const held: Route[] = []
  await page.unroute(call)
  await page.route(call, (route) => void held.push(route))
  await button(page, 'Import 247 users').press('Enter')
  await expect(dialog(page)).toContainText('0 of 247 users')
  await expectAccessible(page)
  await expect(button(page, 'Stop')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => held.length).toBe(1)
  await answer(held[0] ?? fail())
  await expect(dialog(page)).toContainText('The import can go on where it stopped.')
  await expect(button(page, 'Continue')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => held.length).toBe(2)
  await held[1]?.abort()
  await expect(dialog(page)).toContainText('The import was interrupted')
  await page.unroute(call)
  await page.route(call, (route) => answer(route))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('The import is complete')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await button(page, 'Download the results').press('Enter')
  expect((await download).suggestedFilename()).toBe('aman-import-results.csv')
  await dialog(page).getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(dialog(page)).toBeHidden()
})

test('people of a spreadsheet are invited, and those who have not come are invited again', async ({
  page,
  place,
}) => {
  const unique = crypto.randomUUID().slice(0, 8)
  await makeOrganization(place, { name: `Cedar ${unique}` })
  await page.goto('/dashboard/admin?tab=users')
  await page.getByRole('button', { name: 'Import users' }).press('Enter')
  await choose(organizationField(page), `Cedar ${unique}`)
  // Columns without names, and a mistake.
  const field = dialog(page).getByLabel('Or paste the lines')
  const address = (name: string) => `${name}-${unique}@cedar.example`
  const lines = `Rania ${unique}\t${address('rania')}\nOmar ${unique}\t${address('omar')}`
  await field.fill(`${lines}\nLina ${unique}\t${address('lina')}..`)
  await button(page, 'Check the lines').press('Enter')
  await expect(dialog(page)).toContainText('They are read as: Full name, Email.')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await button(page, 'Correct line 3').press('Enter')
  await expect(dialog(page).getByLabel('Full name')).toBeFocused()
  await dialog(page).getByLabel('Email').fill(address('lina'))
  await page.keyboard.press('Enter')
  const run = button(page, 'Import 3 users, invite 3')
  await expect(run).toBeFocused()
  await run.press('Enter')
  await expect(dialog(page)).toContainText('3 invitations sent.')
  await dialog(page).getByRole('button', { name: 'Close' }).last().press('Enter')

  await page.getByRole('button', { name: 'Import users' }).press('Enter')
  await field.fill(lines)
  await button(page, 'Check the lines').press('Enter')
  await expect(dialog(page)).toContainText('2 users have not come yet.')
  await button(page, 'Send 2 invitations again').press('Enter')
  await expect(success(page, '2 invitations were sent.')).toBeVisible()
  await expect(button(page, 'Send 2 invitations again')).toBeHidden()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard changes' }).press('Enter')

  const mails = await place.database
    .selectFrom('mails')
    .select('recipient')
    .where('recipient', 'like', `%${unique}%`)
    .execute()
  expect(mails).toHaveLength(5)
})

function fail(): never {
  throw new Error('no batch was sent')
}

test('a selection of users is deactivated after a question, and the list is exported', {
  tag: ['@arabic'],
}, async ({ page, place }) => {
  const unique = crypto.randomUUID()
  const found = await Promise.all(
    ['Rania', 'Omar', 'Sami'].map((name) => makeUser(place, { full_name: `${name} ${unique}` })),
  )
  await page.goto('/dashboard/admin?tab=users')
  await page.getByLabel('Search users').fill(unique)
  // A long list begins with a part.
  await expect(rowsOf(page, 'Users')).toHaveCount(found.length)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the list' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('aman-users.csv')
  const text = await readFile(await file.path(), 'utf8')
  // Browsers take the mark away from an answer that is read as text.
  expect(text.startsWith(byteOrderMark)).toBe(true)
  const [, ...lines] = text.trim().split('\n')
  expect(lines).toHaveLength(found.length)
  const select = page.getByRole('button', { name: 'Select users' })
  await select.press('Enter')
  await expect(page.getByRole('button', { name: 'Select all 3' })).toBeFocused()
  const choices = page.getByRole('checkbox', { name: /^Select / })
  await choices.nth(0).check()
  await choices.nth(1).check()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(success(page, '2 users are inactive')).toBeVisible()
  await expect(rowsOf(page, 'Users')).toHaveText([
    /Omar.*Inactive/,
    /Rania.*Inactive/,
    /Sami.*Active/,
  ])
  await expect(choices).toHaveCount(0)
  await expect(select).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await expectLargeTextFits(page)
})

test('an organization is edited, suspended, resumed and removed from its details', {
  tag: ['@arabic'],
}, async ({ page }) => {
  const name = `Cedar ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/dashboard/admin?tab=organizations')
  await page.getByRole('button', { name: 'Add Organization' }).click()
  const create = page.getByRole('dialog', { name: 'Add Organization' })
  await create.getByLabel('Organization name').fill(name)
  await create.getByLabel('Contact email').fill('office@cedar.example')
  await create.getByRole('button', { name: 'Create Organization' }).click()
  await expect(create).toBeHidden()
  const details = page.getByRole('dialog', { name, exact: true })
  const open = async (shown = name) => {
    await page.getByLabel('Search organizations').fill(shown)
    await page.getByRole('button', { name: `View Details of ${shown}` }).click()
  }
  const row = page.getByRole('row').filter({ hasText: name })

  await open()
  await details.getByRole('button', { name: 'Suspend' }).click()
  const question = (text: string) => page.getByRole('alertdialog').filter({ hasText: text })
  await question(`Suspend ${name}?`).getByRole('button', { name: 'Suspend' }).click()
  await expect(row).toContainText('Suspended')
  expect(await findViolations(page)).toEqual([])
  await open()
  await details.getByRole('button', { name: 'End suspension' }).click()
  await expect(row).not.toContainText('Suspended')

  await open()
  await details.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: `Edit ${name}` })
  await expect(form.getByLabel('Contact email')).toHaveValue('office@cedar.example')
  await form.getByLabel('Organization name').fill(`${name} Health`)
  await form.getByLabel('Website').fill('https://cedar.example')
  await form.getByRole('button', { name: 'Save Organization' }).click()
  await expect(form).toBeHidden()

  await open(`${name} Health`)
  const changed = page.getByRole('dialog', { name: `${name} Health`, exact: true })
  await expect(changed).toContainText('https://cedar.example')
  await changed.getByRole('button', { name: 'Remove' }).click()
  await question(`Remove ${name} Health?`).getByRole('button', { name: 'Remove' }).click()
  await expect(success(page, `${name} Health was removed`)).toBeVisible()
  await expect(row).toHaveCount(0)
})
