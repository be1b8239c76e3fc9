import type { Page } from '@playwright/test'
import {
  addCounts,
  withoutOrganization,
} from '../../../server/gateways/refused-requests/refused-requests.ts'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { keptBy, report } from '../../support/browser/gateway-keys.ts'
import { button, callTo, problem, requestsTo, success } from '../../support/browser/screen.ts'
import { serverUnderTest } from '../../support/server/server-under-test.ts'
import {
  makeGatewayKey,
  makeOrganization,
  makeUser,
  type Place,
} from '../../support/worlds/factories.ts'

const keysPath = /\/api\/admin\/organizations\/[^/]+\/gateway-keys$/
const arrivalPath = /\/api\/admin\/organizations\/[^/]+\/arrival$/

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

test('a file is copied, and selected where the browser does not allow copying', async ({
  page,
  place,
  context,
}) => {
  const { name } = await makeFirm(place)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPanel(page, name)
  await panel(page).getByLabel('Your own client').check()
  const copy = button(page, 'Copy report-a-mail.sh')
  await copy.press('Enter')
  await expect(success(page, 'report-a-mail.sh copied')).toBeVisible()
  await expect(copy).toBeFocused()
  const file = panel(page).getByRole('region', { name: 'report-a-mail.sh' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await file.textContent())
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await copy.press('Enter')
  await expect(
    success(page, 'The browser did not allow copying. The text is selected: press Ctrl+C.'),
  ).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()).trim())).toBe(
    (await file.textContent())?.trim(),
  )
})

test('the expiry of a key is set, and a past one is marked at its field', async ({
  page,
  place,
  console,
}) => {
  console.expect(/422 POST/)
  const { name, organizationId } = await makeFirm(place)
  await makeGatewayKey(place, organizationId)
  await openPanel(page, name)
  await button(page, 'Set expiry of test').press('Enter')
  const form = page.getByRole('dialog', { name: 'Set expiry' })
  const day = form.getByLabel('test', { exact: true })
  await expect(day).toBeFocused()
  await day.fill('2001-01-31')
  await day.press('Enter')
  await expect(
    problem(page, 'Failed to save the expiry: Please check the marked fields'),
  ).toBeVisible()
  await expect(form.getByText('Choose a day to come.')).toBeVisible()
  await expect(day).toBeFocused()
  await day.fill('2999-01-31')
  await day.press('Enter')
  await expect(success(page, 'Expiry saved')).toBeVisible()
  await expect(keys(page)).toContainText('Expires Jan 31, 2999')
  await expect(button(page, 'Set expiry of test')).toBeFocused()
  await button(page, 'Set expiry of test').press('Enter')
  await expect(day).toHaveValue('2999-01-31')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(button(page, 'Set expiry of test')).toBeFocused()
})

test('a key is revoked after a question, once, and the focus stays in its row', {
  tag: ['@arabic'],
}, async ({ page, place }) => {
  const { name, organizationId } = await makeFirm(place)
  await makeGatewayKey(place, organizationId)
  await openPanel(page, name)
  const sent = requestsTo(page, 'DELETE', /gateway-keys/)
  const revoke = button(page, 'Revoke test')
  await revoke.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Revoke key' })
  await expect(question).toContainText(
    'Revoke the key test? A gateway that uses it is refused at once.',
  )
  await page.keyboard.press('Escape')
  await expect(revoke).toBeFocused()
  expect(sent).toEqual([])
  await revoke.press('Enter')
  await question.getByRole('button', { name: 'Revoke key' }).press('Enter')
  await expect(success(page, 'Gateway key revoked')).toBeVisible()
  const row = keys(page).getByRole('listitem')
  await expect(row).toContainText('Revoked')
  await expect(row).toBeFocused()
  await expect(revoke).toHaveCount(0)
  expect(sent).toHaveLength(1)
})

test('the panel tells what arrives without reloading, and says when only reports come', async ({
  page,
  place,
  console,
}) => {
  const { name, organizationId, user } = await makeFirm(place)
  const key = await makeGatewayKey(place, organizationId)
  console.expect(/404 POST/)
  await openPanel(page, name)
  const status = panel(page).getByRole('region', { name: 'What arrives' })
  await expect(status).toContainText('Waiting for the first message')
  await report(key, 'strange@firm.example')
  await expect(status).toContainText(
    'Reports arrive, but no message for a user of this organization',
  )
  await report(key, user.email)
  await expect(status).toContainText(/First message received \d+:\d+ [AP]M, safe/)
})

test('the panel stops asking when the page is hidden and when it closes', async ({
  page,
  place,
}) => {
  const { name } = await makeFirm(place)
  const asked = requestsTo(page, 'GET', arrivalPath)
  await page.clock.install()
  await openPanel(page, name)
  await expect(panel(page).getByText('Waiting for the first message')).toBeVisible()
  await page.clock.runFor(4000)
  await expect.poll(() => asked.length).toBe(2)
  const hide = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  await page.clock.runFor(60_000)
  expect(asked).toHaveLength(2)
  await hide(false)
  await expect.poll(() => asked.length).toBe(3)
  await button(page, 'Close').press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.runFor(60_000)
  expect(asked).toHaveLength(3)
})

test('a backend without the calls is told apart from one that fails', async ({ page, place }) => {
  const { name } = await makeFirm(place)
  await page.route(keysPath, (route) => route.fulfill({ status: 501, body: '' }))
  await openPanel(page, name)
  await expect(panel(page).getByText('This server does not connect mail from here')).toBeVisible()
  await page.unroute(keysPath)
  await page.route(keysPath, (route) => route.fulfill({ status: 500, body: '' }))
  await openPanel(page, name)
  await expect(panel(page).getByText('Failed to load the gateway keys')).toBeVisible()
  await page.unroute(keysPath)
  await button(page, 'Try Again').press('Enter')
  await expect(panel(page).getByText('Waiting for the first message')).toBeVisible()
})

test('a request that was lost is repeated with the same id and leaves one key, others go on', async ({
  page,
  place,
}) => {
  const { name } = await makeFirm(place)
  await openPanel(page, name)
  let isLost = true
  await page.route(keysPath, async (route) => {
    if (route.request().method() !== 'POST' || !isLost) return route.continue()
    const { scope } = route.request().postDataJSON()
    if (scope !== 'flags') return route.continue()
    isLost = false
    await route.fetch()
    return route.abort()
  })
  await panel(page).getByLabel('mailcow').check()
  await button(page, 'Issue 3 keys').press('Enter')
  await expect(problem(page, 'Failed to issue the gateway key: Unknown error')).toBeVisible()
  await expect(newKey(page)).toBeVisible()
  await button(page, 'Issue 2 keys').press('Enter')
  await expect(button(page, 'Copy all keys')).toBeVisible()
  await expect(keys(page).getByRole('listitem')).toHaveCount(3)
  await panel(page).getByText('Another key', { exact: true }).click()
  await expect(panel(page).getByLabel('What the key is for')).toHaveValue('report')
})

test('after an organization was created a button leads to its mail', async ({ page }) => {
  const name = `Clinic ${crypto.randomUUID()}`
  await page.goto('/dashboard/admin?tab=organizations')
  await button(page, 'Add Organization').press('Enter')
  await page.getByLabel('Organization name').fill(name)
  await page.getByLabel('Contact email').fill('office@clinic.example')
  await button(page, 'Create Organization').press('Enter')
  await expect(
    page.getByText(`Next step for ${name}: connect its mail, so that its users see what arrives.`),
  ).toBeVisible()
  await button(page, 'Connect your mail').press('Enter')
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expect(panel(page).getByText('Waiting for the first message')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Connect your mail')).toBeFocused()
})

test('a silent gateway is marked in the overview and in the list, and no other is', async ({
  page,
}) => {
  const firm = { id: 7, name: 'Firm', contact_email: 'office@firm.example' }
  let silent: object = { gateway_silent_since: '2026-03-01T09:30:00Z' }
  await page.route(callTo('/api/admin/organizations'), (route) =>
    route.fulfill({
      json: [
        { ...firm, ...silent },
        { ...firm, id: 8, name: 'Other' },
      ],
    }),
  )
  await page.route(callTo('/api/admin/attention'), (route) =>
    route.fulfill({
      json: {
        attacks: { count: 0 },
        silent_gateways: {
          count: 'gateway_silent_since' in silent ? 1 : 0,
          silent: [{ id: 7, name: 'Firm', silent_since: '2026-03-01T09:30:00Z' }],
        },
        missing_factors: { count: 0 },
        invited_users: { count: 0 },
        waiting_mails: { count: 0 },
      },
    }),
  )
  await page.goto('/dashboard/admin')
  const needs = page.getByRole('region', { name: 'What else needs you' })
  await expect(needs.getByText('FirmNo report since Mar 1, 2026')).toBeVisible()
  await needs.getByRole('link', { name: 'Show organizations' }).press('Enter')
  await expect(page).toHaveURL('/dashboard/admin?tab=organizations&gateway=silent')
  await expect(page.getByRole('row', { name: /^Firm/ })).toContainText('Gateway silent')
  await expect(page.getByRole('row', { name: /^Other/ })).toHaveCount(0)
  silent = {}
  await page.goto('/dashboard/admin')
  await expect(page.getByRole('heading', { name: 'System Performance' })).toBeVisible()
  await expect(needs.getByText('Nothing else needs you', { exact: true })).toBeVisible()
})

test('axe finds nothing in the panel in a window of 360 px, in light and dark', async ({
  page,
  place,
}) => {
  const { name, organizationId } = await makeFirm(place)
  await makeGatewayKey(place, organizationId)
  await page.setViewportSize({ width: 360, height: 800 })
  await openPanel(page, name)
  await panel(page).getByLabel('Another gateway').check()
  await panel(page).getByText('Purpose, note, expiry and networks').click()
  await button(page, 'Issue 3 keys').press('Enter')
  await expect(newKey(page)).toBeVisible()
  await expect(panel(page).getByRole('heading', { name: 'Files' })).toBeVisible()
  await expectEveryLook(page)
})

test('what is refused is shown with its reason, without reloading', {
  tag: ['@arabic'],
}, async ({ page, place }) => {
  const { name, organizationId } = await makeFirm(place)
  await openPanel(page, name)
  await expect(panel(page).getByText('Waiting for the first message')).toBeVisible()
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
  await expect(refused.getByRole('listitem')).toHaveText([/312/])
  await expect(refused.getByText('Revoked key', { exact: true })).toBeVisible()
  await expect(refused.getByText('Issue a new key, and put it into the gateway.')).toBeVisible()
  const strange = panel(page).getByRole('region', { name: 'Refused without a known key' })
  await expect(strange.getByText('Unknown key', { exact: true }).first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
