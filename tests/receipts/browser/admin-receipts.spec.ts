import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { choose, failInTurn, problem, requestsTo } from '../../support/browser/screen.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

const call = '**/api/admin/generate-receipt/**'
const path = /^\/api\/admin\/generate-receipt\//
const modal = (page: Page) => page.getByRole('dialog', { name: 'Generate Receipt' })
const field = (page: Page, label: string) => modal(page).getByLabel(label, { exact: true })
const opener = (page: Page) => page.getByRole('button', { name: 'Generate Receipt', exact: true })
const generate = (page: Page) => modal(page).getByRole('button', { name: /^Generat/ })

const monthLabels = [
  '1 (January)',
  '2 (February)',
  '3 (March)',
  '4 (April)',
  '5 (May)',
  '6 (June)',
  '7 (July)',
  '8 (August)',
  '9 (September)',
  '10 (October)',
  '11 (November)',
  '12 (December)',
]

let organization = ''
let name = ''

test.beforeEach(async ({ page, users, place }) => {
  name = `Firm ${crypto.randomUUID()}`
  organization = await makeOrganization(place, { name })
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('a receipt starts from the overview, or from a card with its organization selected', {
  tag: ['@R207', '@R208'],
}, async ({ page }) => {
  await page.goto('/dashboard/admin')
  await opener(page).click()
  await expect(field(page, 'Organization')).toHaveValue('')
  await choose(field(page, 'Organization'), name)
  await expect(field(page, 'Organization')).toHaveValue(name)
  await page.keyboard.press('Escape')
  await expect(opener(page)).toBeFocused()
  await page.getByRole('tab', { name: 'Organizations' }).click()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: `Generate Receipt for ${name}` }).click()
  await expect(field(page, 'Organization')).toHaveValue(name)
})

const failures = [
  ['words', { status: 500, json: { error: 'e', detail: 'd', message: 'm' } }, 'm'],
  ['no link', { status: 200, json: { success: true, total_cost: 1 } }, 'Unknown error'],
  ['no network', undefined, 'Unknown error'],
] as const

test.describe('with the form open', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/dashboard/admin')
    await opener(page).click()
  })

  test('a receipt of a month opens in its own tab, and its figures appear in the form until the next', {
    tag: ['@R209', '@R210', '@R211', '@R212', '@R213', '@R214', '@R004'],
  }, async ({ page, context }) => {
    await expect(field(page, 'Year').getByRole('option')).toHaveText(['2024', '2025'])
    const months = field(page, 'Month').getByRole('option')
    await expect(months).toHaveText(monthLabels)
    const values = await months.evaluateAll((options) =>
      options.map((option) => option.getAttribute('value')),
    )
    expect(values).toEqual(monthLabels.map((_, index) => String(index + 1)))
    await expect(field(page, 'Year')).toHaveValue('2025')
    await expect(field(page, 'Month')).toHaveValue('1')
    const sent = requestsTo(page, 'POST', path)
    await generate(page).click()
    await expect(problem(page, 'Please select an organization')).toBeVisible()
    await expect(field(page, 'Organization')).toBeFocused()
    expect(sent).toEqual([])
    expect(context.pages()).toHaveLength(1)
    await choose(field(page, 'Organization'), name)
    await field(page, 'Year').selectOption('2024')
    await field(page, 'Month').selectOption('3')
    const opened = context.waitForEvent('page')
    await generate(page).click()
    const tab = await opened
    await expect(tab).not.toHaveURL('about:blank')
    await expect(tab.locator('body')).toContainText(name)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await expect(modal(page).getByText('0.00 JOD', { exact: true })).toBeVisible()
    await expect(modal(page).getByRole('link', { name: 'Open the receipt' })).toBeVisible()
    expect(sent.map((request) => new URL(request.url()).pathname)).toEqual([
      `/api/admin/generate-receipt/${organization}/2024/3`,
    ])
    expect(sent[0]?.postData()).toBeNull()

    const answer = {
      success: true,
      receipt_url: '/privacy-policy',
      total_cost: 1.005,
      total_scans: 12345,
      message: 'Receipt for <b>March</b>',
    }
    await page.route(call, (route) => route.fulfill({ json: answer }))
    await generate(page).click()
    for (const text of ['1.01 JOD', '12,345', 'Receipt for <b>March</b>']) {
      await expect(modal(page).getByText(text, { exact: true })).toBeVisible()
    }
    await page.unroute(call)
    const answered = Promise.withResolvers<void>()
    await page.route(call, async (route) => {
      await answered.promise
      await route.fulfill({ json: { success: false, message: 'Not now' } })
    })
    await generate(page).click()
    await expect(modal(page).getByText('1.01 JOD', { exact: true })).toHaveCount(0)
    answered.resolve()
    await expect(problem(page, 'Failed to generate receipt: Not now')).toBeVisible()
    await expect(modal(page).getByRole('link', { name: 'Open the receipt' })).toHaveCount(0)
  })

  test('after each failure the form shows its words and the tab is closed', {
    tag: ['@R215'],
  }, async ({ page, context }) => {
    await choose(field(page, 'Organization'), name)
    await failInTurn(page, call, failures, async (message) => {
      await generate(page).click()
      await expect(problem(page, `Failed to generate receipt: ${message}`)).toBeVisible()
      await expect(field(page, 'Organization')).toHaveValue(name)
      await expect.poll(() => context.pages().length).toBe(1)
    })
  })

  test('when the browser blocks the tab, the link in the form opens the receipt', async ({
    page,
  }) => {
    await page.evaluate(() => Object.assign(window, { open: () => null }))
    await choose(field(page, 'Organization'), name)
    await generate(page).click()
    const link = modal(page).getByRole('link', { name: 'Open the receipt' })
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toContain(name)
  })
})
