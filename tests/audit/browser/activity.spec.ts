import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { byteOrderMark } from '../../../contract/core/csv.ts'
import { recordAct } from '../../../server/audit/record.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { rowsOf } from '../../support/browser/screen.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'

const rows = (page: Page) => rowsOf(page, 'Activity')

test('who changed a user is two actions away, and the filters are in the address', {
  tag: ['@arabic'],
}, async ({ page, place, users }) => {
  const unique = crypto.randomUUID()
  const organizationId = await makeOrganization(place, { name: `Cedar ${unique}` })
  const rania = await makeUser(place, { organizationId, full_name: `Rania ${unique}` })
  const changer = await users.make({ role: 'super_admin', full_name: `Omar ${unique}` })
  const actor = { actor_id: changer.id, actor_role: 'super_admin', address: '192.0.2.7' } as const
  await recordAct(place, place.database, actor, {
    ...{ action: 'user-change', target: 'user', targetId: rania.id },
    detail: 'role from employee to team_lead, phone',
  })
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await page.goto(`/dashboard/admin?tab=users&open=${rania.id}`)
  await page.getByRole('link', { name: 'History' }).click()

  await expect(page).toHaveURL(new RegExp(`view=activity&target_id=${rania.id}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`Omar ${unique}`)
  await expect(rows(page)).toContainText('Role: Employee to Team Lead · Phone')
  await expect(page.getByRole('combobox', { name: 'User' })).toHaveValue(`Rania ${unique}`)
  await expectEveryLook(page)

  const open = rows(page).getByRole('button', { name: /^Details/ })
  await open.press('Enter')
  await expect(open).toHaveAttribute('aria-expanded', 'true')
  await expect(rows(page)).toContainText('192.0.2.7')
  await expect(rows(page)).toContainText('Super Admin')
  await expectEveryLook(page)
  await open.press('Enter')
  await expect(rows(page)).not.toContainText('192.0.2.7')

  await page.getByLabel('Action', { exact: true }).selectOption('Removed a user')
  await expect(page.getByText('No entries match')).toBeVisible()
  await expect(page).toHaveURL(/action=user-remove/)
  await page.getByLabel('From').fill('2020-01-31')
  await expect(page).toHaveURL(/from=2020-01-31/)
  await page.reload()
  await expect(page.getByLabel('Action', { exact: true })).toHaveValue('user-remove')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page).toHaveURL(/view=activity$/)
  await expect(rows(page).first()).toBeVisible()

  await page.getByRole('combobox', { name: 'Organization' }).fill(`cedar ${unique}`)
  await page.getByRole('option', { name: `Cedar ${unique}` }).click()
  await expect(rows(page)).toHaveCount(1)
  for (const [label, name, parameter] of [
    ['User', 'Rania', `target_id=${rania.id}`],
    ['Done by', 'Omar', `actor_id=${changer.id}`],
  ] as const) {
    await page.getByRole('combobox', { name: label }).fill(`${name.toLowerCase()} ${unique}`)
    await page.getByRole('option', { name: `${name} ${unique}` }).click()
    await expect(page).toHaveURL(new RegExp(parameter))
    await expect(rows(page)).toHaveCount(1)
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('aman-activity.csv')
  const text = await readFile(await file.path(), 'utf8')
  // Browsers take the mark away from an answer that is read as text.
  expect(text.startsWith(byteOrderMark)).toBe(true)
  const [, ...lines] = text.trim().split('\r\n')
  expect(lines).toEqual([expect.stringContaining(`Rania ${unique}`)])
})

test('sign-ins that follow each other are one row, which opens in its place', async ({
  page,
  place,
  users,
}) => {
  const organizationId = await makeOrganization(place)
  const made = [1, 2].map((number) =>
    makeUser(place, { organizationId, full_name: `Rania ${number}` }),
  )
  const ids = (await Promise.all(made)).map(({ id }) => id)
  for (const action of ['sign-in', 'failed-sign-in', 'sign-in'] as const) {
    for (const id of action === 'sign-in' ? [...ids, ...ids] : ids.slice(1)) {
      const actor = { actor_id: id, actor_role: 'employee', address: '192.0.2.7' } as const
      await recordAct(place, place.database, actor, { action, target: 'user', targetId: id })
    }
  }
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await page.goto(`/dashboard/admin?view=activity&organization_id=${organizationId}`)
  await expect(rows(page)).toHaveText([/4 sign-ins/, /Failed to sign in/, /4 sign-ins/])
  await expect(rows(page).first()).toContainText('Rania 2 · Rania 1')
  await rows(page)
    .first()
    .getByRole('button', { name: /^Details: 4 sign-ins/ })
    .press('Enter')
  await expect(rows(page).first().getByRole('listitem')).toHaveText(
    Array(4).fill(/Rania \d.*Signed in · 192\.0\.2\.7/),
  )
  await expectEveryLook(page)
  await page.getByLabel('Action', { exact: true }).selectOption('Signed in')
  await expect(rows(page)).toHaveCount(8)
})
