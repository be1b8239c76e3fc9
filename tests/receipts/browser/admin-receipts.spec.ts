import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { choose, problem, requestsTo } from '../../support/browser/screen.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

const path = /^\/api\/admin\/generate-receipt\//
const modal = (page: Page) => page.getByRole('dialog', { name: 'Generate Receipt' })
const field = (page: Page, label: string) => modal(page).getByLabel(label, { exact: true })
const opener = (page: Page) => page.getByRole('button', { name: 'Generate Receipt', exact: true })
const generate = (page: Page) => modal(page).getByRole('button', { name: /^Generat/ })

let organization = ''
let name = ''

test.beforeEach(async ({ page, users, place }) => {
  name = `Firm ${crypto.randomUUID()}`
  organization = await makeOrganization(place, { name })
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('a receipt starts from the overview, or from a card with its organization selected, and opens in a tab of its own', {
  tag: ['@R207', '@R208', '@R211', '@R212', '@R213', '@R214'],
}, async ({ page, context }) => {
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

  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'System Overview' }).click()
  await opener(page).click()
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
  await test.step('when the browser blocks the tab, the link in the form opens the receipt', async () => {
    await page.evaluate(() => Object.assign(window, { open: () => null }))
    await generate(page).click()
    const link = modal(page).getByRole('link', { name: 'Open the receipt' })
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toContain(name)
  })
})
