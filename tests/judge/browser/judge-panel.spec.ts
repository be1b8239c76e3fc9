import type { Page } from '@playwright/test'
import { newId } from '../../../server/database/id.ts'
import { countJudged } from '../../../server/judge/judge-counts.ts'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectLargeTextFits } from '../../support/browser/large-text.ts'
import { problem, success } from '../../support/browser/screen.ts'
import {
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
  type Place,
  reportScans,
} from '../../support/worlds/factories.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'The judge of Aman' })
const mode = (page: Page) => page.getByLabel('What it does')
const share = (page: Page) => page.getByLabel('Honest emails in 1,000 that may be marked')
const saved = "The judge's settings were saved"

function openOrganization(page: Page, id: string) {
  return page.goto(`/dashboard/admin?view=organization&id=${id}`)
}

/** The server's answer to the choice of this share. */
function answerTo(page: Page, per_thousand: number) {
  return page.waitForResponse((response) => {
    const request = response.request()
    return request.method() === 'POST' && request.postDataJSON()?.per_thousand === per_thousand
  })
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

test('by keyboard, an admin chooses what the judge does and how much it may mark', {
  tag: ['@arabic'],
}, async ({ page, place }) => {
  await openOrganization(page, await makeOrganization(place))
  await expect(mode(page)).toHaveValue('watch')
  await expect(panel(page)).toContainText('No email was judged yet')
  await mode(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(success(page, saved)).toBeVisible()
  await expect(mode(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(share(page)).toBeFocused()
  const isSaved = answerTo(page, 5)
  await page.keyboard.press('ArrowUp')
  await expect(share(page)).toHaveValue('5')
  await expect(share(page)).toBeFocused()
  await isSaved
  await page.reload()
  await expect(mode(page)).toHaveValue('mark')
  await expect(share(page)).toHaveValue('5')
})

test('a choice made before the last one is saved keeps both', async ({ page, place }) => {
  await openOrganization(page, await makeOrganization(place))
  const answering = Promise.withResolvers<void>()
  const sent: unknown[] = []
  await page.route('**/api/admin/organizations/judge', async (route) => {
    sent.push(route.request().postDataJSON())
    if (sent.length === 1) await answering.promise
    await route.continue()
  })
  await mode(page).selectOption('mark')
  await expect(mode(page)).toHaveValue('mark')
  await share(page).selectOption('1')
  await expect(share(page)).toHaveValue('1')
  expect(sent).toMatchObject([{ mode: 'mark', per_thousand: 10 }])
  const isSaved = answerTo(page, 1)
  answering.resolve()
  await expect.poll(() => sent).toMatchObject([{}, { mode: 'mark', per_thousand: 1 }])
  await isSaved
  await page.reload()
  await expect(mode(page)).toHaveValue('mark')
  await expect(share(page)).toHaveValue('1')
})

test('a choice that the server refuses is taken back and said', async ({
  page,
  place,
  console,
}) => {
  await openOrganization(page, await makeOrganization(place))
  console.expect(/500/)
  await page.route('**/api/admin/organizations/judge', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await mode(page).selectOption('mark')
  await expect(problem(page, "The judge's settings could not be saved")).toBeVisible()
  await expect(mode(page)).toHaveValue('watch')
})

test('the counts say what was marked, what recipients said of it, and the bound after 500 mails', {
  tag: ['@arabic'],
}, async ({ page, place }) => {
  const few = await makeUser(place)
  await makeJudged(place, few, 37, 1)
  await openOrganization(page, few.organizationId)
  for (const text of [
    'Would have marked 1 of 37 emails. Recipients reported 0 of them as dangerous and 0 as honest.',
    'After 500 emails, you also see here how many false alarms are likely.',
  ]) {
    await expect(panel(page).getByText(text, { exact: true })).toBeVisible()
  }
  const many = await makeUser(place)
  const [first = '', second = ''] = await makeJudged(place, many, 1024, 3)
  await report(page, place, many, first, 'dangerous')
  await report(page, place, many, second, 'honest')
  await openOrganization(page, many.organizationId)
  const counts =
    'Would have marked 3 of 1,024 emails. Recipients reported 1 of them as dangerous and 1 as honest.'
  await expect(panel(page).getByText(counts, { exact: true })).toBeVisible()
  // Two of 1,024 may be false alarms, for which the exact bound at 95 % is 0.704 %.
  await expect(panel(page)).toContainText(/ \u2068?0\.7\D{0,2}%/)
  await mode(page).selectOption('mark')
  await expect(
    panel(page).getByText(
      'Marked 3 of 1,024 emails. Recipients reported 1 of them as dangerous and 1 as honest.',
      { exact: true },
    ),
  ).toBeVisible()
  for (const [width, colorScheme] of [
    [320, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page), `${width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  }
  await expectLargeTextFits(page)
  await mode(page).selectOption('off')
  await expect(panel(page)).not.toContainText('1,024')
})

test('a failure is shown in place of the choices, and trying again shows them', async ({
  page,
  place,
  console,
}) => {
  const id = await makeOrganization(place)
  console.expect(/500/)
  const path = `**/api/admin/organizations/${id}/judge`
  await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
  await openOrganization(page, id)
  await expect(panel(page)).toContainText('Failed to load what the judge does')
  await expect(panel(page)).not.toContainText('What is shown is from')
  await page.unroute(path)
  await panel(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(mode(page)).toHaveValue('watch')
})
