import type { Page } from '@playwright/test'
import type * as v from 'valibot'
import type { webhook, webhookDelivery } from '../../../contract/webhooks/webhook.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { report } from '../../support/browser/gateway-keys.ts'
import { button, callTo, choose, success } from '../../support/browser/screen.ts'
import {
  makeDelivery,
  startWebhookReceiver,
  verifyMessage,
} from '../../support/webhooks/webhooks.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

const address = '/dashboard/admin?view=webhooks'

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('a webhook is added, tested, told of a threat, and gets again what failed, by keyboard, and each state is without violations', {
  tag: ['@arabic'],
}, async ({ page, place }) => {
  await using receiver = await startWebhookReceiver()
  const name = `Cedar ${crypto.randomUUID()}`
  const organizationId = await makeOrganization(place, { name })
  const user = await makeUser(place, { organizationId })
  const key = await makeGatewayKey(place, organizationId)
  const card = page.getByRole('listitem', { name })
  const rows = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')

  await page.goto('/dashboard/admin')
  await page.getByRole('link', { name: 'Webhooks', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeFocused()
  await button(page, 'Add webhook').first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await dialog.getByLabel('Threat reported').press('Space')
  await dialog.getByRole('button', { name: 'Add webhook' }).press('Enter')
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible()
  await dialog.getByLabel('Threat reported').press('Space')
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByLabel('Description (optional)').fill(name)
  await choose(dialog.getByRole('combobox', { name: 'Organization' }), name)
  await dialog.getByRole('button', { name: 'Add webhook' }).press('Enter')
  const secretField = page.getByRole('textbox', { name: `Secret for ${name}` })
  await expect(secretField).toBeFocused()
  const secret = await secretField.inputValue()
  await button(page, 'Done').press('Enter')
  await expect(secretField).toBeHidden()
  await expect(card.getByRole('listitem')).toHaveText(['Threat reported', name])

  await button(page, `Send test to ${name}`).press('Enter')
  await expect(card.getByRole('status')).toContainText(/^Test delivered: 204 in \d+ /)
  const [sent] = receiver.received
  if (sent === undefined) throw new Error('no test came')
  expect(verifyMessage(secret, sent)).toMatchObject({ type: 'test' })

  receiver.answerWith(() => ({ status: 500 }))
  const other = await makeUser(place)
  const keyOfOther = await makeGatewayKey(place, other.organizationId)
  expect((await report(keyOfOther, other.email, 'malicious')).ok).toBe(true)
  expect((await report(key, user.email, 'malicious')).ok).toBe(true)
  const webhookId = await place.database
    .selectFrom('webhooks')
    .select('id')
    .where('description', '=', name)
    .executeTakeFirstOrThrow()
  const told = () =>
    place.database
      .selectFrom('webhook_deliveries')
      .select(['user_id', 'failure'])
      .where('webhook_id', '=', webhookId.id)
      .execute()
  // Nothing of another organization.
  await expect.poll(told).toEqual([{ user_id: user.id, failure: 'status' }])
  await makeDelivery(place, webhookId.id)
  receiver.answerWith(() => ({ status: 204 }))

  await page.goto(`${address}&state=waiting`)
  await expect(rows.filter({ hasText: 'Threat reported' })).toContainText('Answered with 500')
  await expect(page.getByLabel('Show')).toHaveValue('waiting')
  await page.getByLabel('Show').selectOption('Given up')
  await expect(page).toHaveURL(address)
  const failed = rows.filter({ hasText: 'Gateway silent' })
  await expect(failed).toContainText('15 attempts')
  await expect(card).toContainText('1 message was given up')
  await failed.getByRole('button', { name: /^Send again/ }).press('Enter')
  await expect(success(page, 'Sent again')).toBeVisible()
  await expect(failed).toBeHidden()
  await expect.poll(() => receiver.received.map(({ body }) => body)).toContain('{}')

  await button(page, `Pause ${name}`).press('Enter')
  await expect(card.getByText('Paused')).toBeVisible()
  await button(page, `Remove ${name}`).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(card).toBeHidden()
  await test.step('webhooks in each state, none and the form are without violations in every look', async () => {
    await answerWebhooks(page, webhooksInEachState)
    await page.goto(address)
    await expect(page.getByText('Answered with 503')).toBeVisible()
    await expectEveryLook(page)
    await button(page, 'Change Security monitoring').first().click()
    await expect(page.getByRole('dialog', { name: 'Change webhook' })).toBeVisible()
    await expectEveryLook(page)
    await answerWebhooks(page, [])
    await page.goto(address)
    await expect(page.getByText('No webhooks yet')).toBeVisible()
    await expectEveryLook(page)
  })
})

type Shown = v.InferInput<typeof webhook>
const failing: Shown = {
  id: '1',
  url: 'https://siem.your-firm.example/hooks/aman?source=a-long-parameter-without-a-break-in-it',
  description: 'Security monitoring',
  events: ['threat.reported', 'user.changed', 'gateway.silent'],
  organization_id: '7',
  organization_name: 'The Cedar Clinic for Ophthalmology and its Laboratories',
  pause: 'no',
  failing_since: '2026-03-14T08:12:00.000Z',
  last_delivered_at: '2026-03-14T08:10:00.000Z',
  waiting: 1234,
  failed: 3,
  old_secret_until: '2026-03-16T08:12:00.000Z',
  created_at: '2026-01-05T08:00:00.000Z',
}
const webhooksInEachState: readonly Shown[] = [
  failing,
  {
    ...failing,
    ...{ id: '2', description: '', pause: 'gone', paused_at: '2026-03-14T08:12:00.000Z' },
    ...{ organization_id: null, organization_name: '', failed: 0, waiting: 0 },
    ...{ last_delivered_at: null, old_secret_until: null },
  },
  { ...failing, id: '3', failing_since: null, failed: 0, waiting: 0, events: ['user.changed'] },
]
const messages: readonly v.InferInput<typeof webhookDelivery>[] = (
  ['status', 'too_slow'] as const
).map((why, index) => ({
  id: String(index),
  webhook_id: '1',
  url: String(failing.url),
  message_id: 'a',
  event: 'threat.reported',
  state: 'failed',
  attempts: 15,
  failure: why,
  status: why === 'status' ? 503 : null,
  created_at: '2026-03-11T08:12:00.000Z',
  attempted_at: '2026-03-14T08:12:00.000Z',
  next_attempt_at: null,
}))

/** Answers for a page with webhooks in each state, or with none. */
async function answerWebhooks(page: Page, webhooks: readonly Shown[]) {
  const body = { is_offered: true, allows_http: false, webhooks }
  await page.route(callTo('/api/admin/webhooks'), (route) => route.fulfill({ json: body }))
  await page.route(callTo('/api/admin/webhook-deliveries'), (route) =>
    route.fulfill({ json: messages }),
  )
}
