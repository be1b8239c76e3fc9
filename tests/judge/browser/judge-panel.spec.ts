import type { Page } from '@playwright/test'
import { newId } from '../../../server/database/id.ts'
import { countJudged } from '../../../server/judge/judge-counts.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { success } from '../../support/browser/screen.ts'
import {
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
  type Place,
} from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'The judge of Aman' })
const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const share = (page: Page) => page.getByLabel('Honest emails in 1,000 that may be marked')
const watches = { judge_mode: 'watch', judge_chosen_at: null } as const

function openJudge(page: Page, id: string) {
  return page.goto(`/dashboard/admin?view=organization&id=${id}&part=judge`)
}

/** Mails that the judge was asked about, of which it finds the first suspicious. */
async function makeJudged(place: Place, user: MadeUser, judged: number, marked: number) {
  await reportScans(place, user, [{}])
  const scans = place.database.selectFrom('scans').selectAll().where('user_id', '=', user.id)
  const scan = await scans.executeTakeFirstOrThrow()
  const ids = [scan.id, ...Array.from({ length: judged - 1 }, () => newId())]
  const rows = ids.map((id, index) => ({
    ...scan,
    id,
    judge_level: index < marked ? ('suspicious' as const) : ('safe' as const),
    message_id_hmac: null,
  }))
  await place.database.deleteFrom('scans').where('id', '=', scan.id).execute()
  for (let start = 0; start < rows.length; start += 50) {
    await place.database
      .insertInto('scans')
      .values(rows.slice(start, start + 50))
      .execute()
  }
  const levels = rows.map(({ judge_level }) => judge_level)
  await countJudged(place.database, user.organizationId, levels)
  await place.database
    .updateTable('daily_counts')
    .set({ judged, marked })
    .where('organization_id', '=', user.organizationId)
    .execute()
  return ids
}

async function report(page: Page, place: Place, user: MadeUser, id: string, opinion: string) {
  const token = await makeSession(place, user)
  const headers = { authorization: `Bearer ${token}` }
  const data = { kind: 'scan', id, opinion }
  expect((await page.request.post('/api/mail-reports', { headers, data })).status()).toBe(200)
}

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('an organization that only watches is asked once, and no key alone switches its judge off', {
  tag: ['@arabic'],
}, async ({ page, place }) => {
  const name = `Cedar ${newId()}`
  const member = await makeUser(place, {
    organizationId: await makeOrganization(place, { name, ...watches }),
  })
  // More than any other that is asked here, so that it is named first.
  await makeJudged(place, member, 1200, 3)
  await page.goto('/dashboard/admin')
  const needs = page.getByRole('region', { name: 'What else needs you' })
  const asked = needs.getByRole('listitem').filter({ hasText: name }).last()
  await expect(asked).toContainText('Would have marked 3 of 1,200 emails')
  await asked.getByRole('link', { name }).press('Enter')
  await expect(page.getByRole('tab', { name: 'Judge', selected: true })).toBeVisible()
  const question = panel(page).getByRole('heading', { name: 'Should the judge mark email?' })
  await expect(question).toBeVisible()
  await panel(page).getByRole('button', { name: 'Keep watching' }).press('Enter')
  await expect(success(page, "The judge's settings were saved")).toBeVisible()
  await expect(question).toHaveCount(0)

  await mode(page, 'Watches without marking').press('ArrowDown')
  await mode(page, 'Marks email as suspicious').press('Tab')
  await expect(share(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.reload()
  await expect(mode(page, 'Marks email as suspicious')).toBeChecked()
  await expect(share(page)).toHaveValue('5')

  const dialog = page.getByRole('alertdialog', { name: 'Switch off' })
  const save = panel(page).getByRole('button', { name: 'Save' })
  await mode(page, 'Marks email as suspicious').press('ArrowDown')
  await expect(mode(page, 'Off')).toBeChecked()
  await save.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(mode(page, 'Marks email as suspicious')).toBeChecked()
  await expect(save).toBeFocused()
  await mode(page, 'Off').press('Space')
  await save.press('Enter')
  await dialog.getByRole('button', { name: 'Switch off' }).press('Enter')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(success(page, 'The former settings of the judge are back')).toBeVisible()
  await expect(mode(page, 'Marks email as suspicious')).toBeChecked()
  await expect(save).toBeFocused()
  await page.goto('/dashboard/admin')
  await expect(needs.getByRole('heading').first()).toBeVisible()
  await expect(needs.getByRole('link', { name })).toHaveCount(0)
})

test('the counts say what was found, what recipients said of it, and the bound after 500 mails', {
  tag: ['@arabic'],
}, async ({ page, place }) => {
  const few = await makeUser(place)
  await makeJudged(place, few, 37, 1)
  await openJudge(page, few.organizationId)
  await expect(panel(page)).toContainText('37 emails judged: 36 left alone, 1 found suspicious')
  await expect(panel(page)).toContainText(
    'After 500 emails, you also see here how many false alarms are likely.',
  )
  const many = await makeUser(place)
  const [first = '', second = ''] = await makeJudged(place, many, 1024, 3)
  await report(page, place, many, first, 'dangerous')
  await report(page, place, many, second, 'honest')
  await openJudge(page, many.organizationId)
  await expect(panel(page)).toContainText(
    '1,024 emails judged: 1,021 left alone, 3 found suspicious',
  )
  await expect(panel(page)).toContainText('1 dangerous, 1 honest, 1 not reported')
  // Two of 1,024 may be false alarms, for which the exact bound at 95 % is 0.704 %.
  await expect(panel(page)).toContainText(/ \u2068?0\.7\D{0,2}%/)
  const chart = panel(page).getByRole('figure', { name: 'Week by week' })
  await chart.getByRole('button', { name: 'Show as table' }).press('Enter')
  await expect(chart.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    ...['1', '1', '1', '1,024'],
  ])
  await expectEveryLook(page)
})
