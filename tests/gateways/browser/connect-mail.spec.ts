import type { Page } from '@playwright/test'
import {
  addCounts,
  withoutOrganization,
} from '../../../server/gateways/refused-requests/refused-requests.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { keptBy, report } from '../../support/browser/gateway-keys.ts'
import { button, success } from '../../support/browser/screen.ts'
import { serverUnderTest } from '../../support/server/server-under-test.ts'
import { makeOrganization, makeUser, type Place } from '../../support/worlds/factories.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Connect your mail' })
const keys = (page: Page) => panel(page).getByRole('list', { name: 'Gateway keys' })
const newKey = (page: Page) =>
  panel(page).getByRole('textbox', { name: 'The new key that reports email' })

async function openPanel(page: Page, name: string) {
  await page.goto('/dashboard/admin?tab=organizations')
  await page.getByRole('searchbox').fill(name)
  await button(page, `View Details of ${name}`).press('Enter')
  await page.getByRole('tab', { name: 'Details', exact: true }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Connect your mail' })).toBeFocused()
}

async function makeFirm(place: Place) {
  const name = `Cedar ${crypto.randomUUID()}`
  const organizationId = await makeOrganization(place, { name })
  return { name, organizationId, user: await makeUser(place, { organizationId }) }
}

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('one press issues the keys that the mail system needs; they stand in the files, and nowhere else', {
  tag: ['@arabic'],
}, async ({ page, place, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { name, user } = await makeFirm(place)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await openPanel(page, name)
  const provider = panel(page).getByRole('group', { name: 'What runs the mail?' })
  await expect(provider).toBeVisible()
  await expect(panel(page).getByRole('button', { name: /^Issue/ })).toHaveCount(0)
  await panel(page).getByLabel('Postfix and rspamd').check()
  const file = panel(page).getByRole('region', { name: 'metadata_exporter.conf' })
  await expect(file).toContainText('THE-REPORT-KEY')
  await expect(file).toContainText(`${serverUnderTest.environment.PUBLIC_URL}/api/rspamd`)

  await panel(page).getByText('Purpose, note, expiry and networks').click()
  await panel(page).getByLabel('Note (optional)').fill('First server')
  await button(page, 'Issue 3 keys').press('Enter')
  await expect(
    success(page, '3 gateway keys issued. Copy them now: they are not shown again.'),
  ).toBeVisible()
  await expect(button(page, 'Copy all keys')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(success(page, 'All keys copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.match(/: aman_gateway_[\w-]{40,}$/gm)).toHaveLength(3)
  const secret = await newKey(page).inputValue()
  expect(secret).toMatch(/^aman_gateway_[\w-]{40,}$/)
  await expect(file).toContainText(secret)
  await expect(file).not.toContainText('THE-REPORT-KEY')
  expect(copied).toContain(`: ${secret}\n`)
  await expect(panel(page).getByText('THE-FLAGS-KEY')).toHaveCount(0)
  await expect(panel(page).getByText('THE-ANALYSE-KEY')).toHaveCount(0)
  await expect(keys(page).getByRole('listitem')).toContainText(Array(3).fill('First server'))
  expect((await report(secret, user.email)).status).toBe(200)

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download metadata_exporter.conf').press('Enter'),
  ])
  expect(saved.suggestedFilename()).toBe('metadata_exporter.conf')
  expect(await file.textContent()).toContain(secret)

  await page.getByRole('tab', { name: 'Connect your mail' }).press('ArrowLeft')
  await expect(panel(page)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Details', exact: true }).press('ArrowRight')
  await expect(newKey(page)).toHaveValue(secret)
  expect(await keptBy(page)).not.toContain(secret)
  expect(addresses.filter((url) => url.includes(secret))).toEqual([])

  await page.keyboard.press('Escape')
  await expect(button(page, `View Details of ${name}`)).toBeFocused()
  await button(page, `View Details of ${name}`).press('Enter')
  await page.getByRole('tab', { name: 'Details', exact: true }).press('ArrowRight')
  await expect(keys(page)).toBeVisible()
  await expect(newKey(page)).toHaveCount(0)
})

test('what arrives and what is refused is told without reloading, and the panel fits every look', {
  tag: ['@arabic'],
}, async ({ page, place, console }) => {
  const { name, organizationId, user } = await makeFirm(place)
  const key = await makeGatewayKey(place, organizationId)
  console.expect(/404 POST/)
  await page.clock.install()
  await openPanel(page, name)
  const status = panel(page).getByRole('region', { name: 'What arrives' })
  await expect(status).toContainText('Waiting for the first message')
  await report(key, 'strange@firm.example')
  await expect(status).toContainText(
    'Reports arrive, but no message for a user of this organization',
  )
  await report(key, user.email)
  await expect(status).toHaveAttribute('data-tone', 'arrived')
  // The Arabic words of a verdict have its gender.
  if (test.info().project.name !== 'arabic') {
    await expect(status).toContainText(/First message received \d+:\d+ [AP]M, safe/)
  }
  const refused = panel(page).getByRole('region', { name: 'What is refused' })
  await expect(refused).toHaveCount(0)
  const at = place.clock().toISOString()
  const counted = { count: 312, first_at: at, last_at: at }
  const revoked = { scope: 'report', reason: 'revoked_key', ...counted } as const
  const unknown = { scope: 'flags', reason: 'unknown_key', ...counted } as const
  await addCounts(place.database, place.clock(), [
    { ...revoked, subject: organizationId },
    { ...unknown, subject: withoutOrganization },
  ])
  await page.clock.fastForward(10_000)
  await expect(refused.getByRole('listitem')).toHaveText([/312/])
  await expect(refused.getByText('Revoked key', { exact: true })).toBeVisible()
  await expect(refused.getByText('Issue a new key, and put it into the gateway.')).toBeVisible()
  const strange = panel(page).getByRole('region', { name: 'Refused without a known key' })
  await expect(strange.getByText('Unknown key', { exact: true }).first()).toBeVisible()
  await panel(page).getByLabel('Another gateway').check()
  await panel(page).getByText('Purpose, note, expiry and networks').click()
  await button(page, 'Issue 3 keys').press('Enter')
  await expect(newKey(page)).toBeVisible()
  await expect(panel(page).getByRole('heading', { name: 'Files' })).toBeVisible()
  await expectEveryLook(page)
})
