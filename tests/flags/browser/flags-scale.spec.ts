import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { success } from '../../support/browser/screen.ts'
import { makeFlag } from '../../support/worlds/mail-factories.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Your flags' }).getByRole('listitem')
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
