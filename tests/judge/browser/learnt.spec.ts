import type { Page } from '@playwright/test'
import { dayMs, isoAfter } from '../../../server/core/clock.ts'
import { newId } from '../../../server/database/id.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { success } from '../../support/browser/screen.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'
import { makeOrganization, type Place } from '../../support/worlds/factories.ts'

const section = (page: Page) => page.getByRole('region', { name: 'What it learnt' })
const button = (page: Page, name: string) =>
  section(page).getByRole('button', { name, exact: true })

/** Three versions, five marks and two mails that were judged otherwise. */
async function makeLearnt({ database, clock }: Place) {
  const organization_id = await makeOrganization({ database, clock })
  const rows = await rowsOfEveryTable(clock())
  const at = (days: number) => isoAfter(clock(), -days * dayMs)
  await database
    .insertInto('learning')
    .values({ ...rows.learning, organization_id, chosen_at: null, learns_from_mail: 0, version: 3 })
    .execute()
  const versions = [1, 2, 3].map((number) => ({
    ...rows.learnt_versions,
    ...{ organization_id, number, made_at: at(4 - number), marks: number * 2, mails: number * 40 },
  }))
  await database.insertInto('learnt_versions').values(versions).execute()
  const marks = [1, 1, 1, 0, 0].map((is_dangerous, index) => ({
    ...rows.marks,
    ...{ organization_id, id: newId(), sender: `s${index}`, state: 'learnt' as const, sealed: '' },
    is_dangerous: is_dangerous === 1 ? (1 as const) : (0 as const),
    is_confirmed: index < 3 ? (1 as const) : (0 as const),
  }))
  await database.insertInto('marks').values(marks).execute()
  const mails = (['marked', 'cleared'] as const).map((change, index) => ({
    ...rows.mail_lessons,
    ...{ organization_id, scan_id: newId(), change, received_at: at(index) },
    sender_domain: `${change}.example`,
    delete_after: at(-20),
  }))
  await database.insertInto('mail_lessons').values(mails).execute()
  return organization_id
}

const open = (page: Page, id: string) =>
  page.goto(`/dashboard/admin?view=organization&id=${id}&part=judge`)

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('an admin is asked once about ordinary email, restores a version and forgets all, by keyboard', {
  tag: ['@arabic'],
}, async ({ page, place, console }) => {
  const id = await makeLearnt(place)
  console.expect(/500/)
  const path = `**/api/admin/organizations/${id}/learning`
  await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
  await open(page, id)
  await expect(section(page)).toContainText('Failed to load what the judge learnt')
  await page.unroute(path)
  await button(page, 'Try Again').click()
  await expect(section(page)).toContainText('5 marks within 30 days: 3 dangerous, 2 honest')
  await expect(section(page)).toContainText('cleared.example')
  await expect(section(page)).toContainText('2 kept emails were judged otherwise because of it')
  const question = section(page).getByRole('heading', {
    name: 'Should it also learn from ordinary email?',
  })
  await expect(question).toBeVisible()
  await expectEveryLook(page)
  await button(page, 'Learn from ordinary email').press('Enter')
  await expect(success(page, 'The judge learns from ordinary email from now on')).toBeVisible()
  await expect(question).toHaveCount(0)
  await button(page, 'Stop learning from ordinary email').press('Enter')
  await expect(success(page, 'The judge learns from reports alone')).toBeVisible()

  const restore = page.getByRole('alertdialog', { name: 'Restore' })
  await button(page, 'Restore version 1').press('Enter')
  await restore.getByRole('button', { name: 'Restore' }).press('Enter')
  await expect(section(page).getByRole('listitem').filter({ hasText: 'In use' })).toContainText(
    'Version 4',
  )
  const forget = page.getByRole('alertdialog', { name: 'Forget everything' })
  await button(page, 'Forget everything').press('Enter')
  await forget.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(section(page)).toContainText('Version 4')
  await button(page, 'Forget everything').press('Enter')
  await forget.getByRole('button', { name: 'Forget everything' }).press('Enter')
  await expect(success(page, 'The judge forgot all that it had learnt')).toBeVisible()
  await expect(section(page)).toContainText('Nothing was learnt yet.')
  await expect(section(page)).toContainText('No kept email was judged otherwise because of it.')
})
