import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { webhookDelivery, webhook as webhookField } from '../../../contract/webhooks/webhook.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { $changeWords } from '../../../src/lib/core/words/change.words.yaml'
import { searchOrganizations } from '../../../src/lib/organizations/organization-choices.ts'
import {
  $deliveryChanges,
  $newSecret,
  $testResults,
  $webhookChanges,
  deleteDelivery,
  deleteFailed,
  deliveries,
  hideSecret,
  nameOfWebhook,
  openWebhooks,
  reasonOf,
  removeWebhook,
  renewSecret,
  saveWebhook,
  sendAllAgain,
  sendDeliveryAgain,
  stateIn,
  testWebhook,
  toggleWebhook,
  webhooks,
  wordOf,
} from '../../../src/lib/webhooks/webhooks.ts'
import { $deliveriesWords } from '../../../src/lib/webhooks/words/deliveries.words.yaml'
import { $webhooksWords } from '../../../src/lib/webhooks/words/webhooks.words.yaml'
import {
  answerQuestion,
  formOf,
  openData,
  saidNotices,
} from '../../support/browser/screen-state.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const words = $webhooksWords.get()
const url = 'https://siem.cedar.example/aman'
const given = {
  url,
  description: 'Monitoring',
  events: ['user.changed', 'gateway.silent'],
  organization_id: null,
}
const listed = { id: 'w1', ...given, pause: 'no', created_at: '2026-01-05T08:00:00.000Z' }
const webhook = v.parse(webhookField, listed)
const paused = v.parse(webhookField, { ...listed, pause: 'by_hand' })
// A form names the events in its own order.
const form = () =>
  formOf({ url: ` ${url} `, description: ' Monitoring ', events: given.events.toReversed() })
const list = 'GET /api/admin/webhooks'
const create = 'POST /api/admin/webhooks'
const change = 'POST /api/admin/webhooks/w1'
const renew = 'POST /api/admin/webhooks/w1/secret'
const tryOut = 'POST /api/admin/webhooks/w1/test'
const remove = 'DELETE /api/admin/webhooks/w1'
const answers = {
  [list]: { webhooks: [listed] },
  [create]: { ...listed, secret: 'whsec_new' },
  [change]: { success: true },
  [renew]: { secret: 'whsec_newer', old_secret_until: '2026-03-02T09:30:00.000Z' },
  [tryOut]: { failure: 'none', status: 204, milliseconds: 84 },
  [remove]: { success: true },
}

afterEach(() => {
  forgetSession()
  forgetUser()
})

test('a new webhook is sent as it was entered, and its secret stays until it is hidden', async () => {
  server.answer(answers)
  await openData(webhooks.$resource)
  expect(await saveWebhook(form())).toEqual({ status: 'done' })
  expect(server.made()).toEqual([[list], [create, given], [list]])
  expect(saidNotices()).toEqual([`success: ${words.created}`])
  expect($newSecret.get()).toEqual({ name: 'Monitoring', secret: 'whsec_new', formerUntil: null })
  hideSecret()
  expect($newSecret.get()).toBeUndefined()
})

test('a webhook may be for one organization', async () => {
  server.answer(answers)
  await saveWebhook(formOf({ url, events: 'user.changed', organization_id: 'o1' }))
  expect(server.made()[0]).toEqual([
    create,
    { url, description: '', events: ['user.changed'], organization_id: 'o1' },
  ])
})

test.each([
  ['active', webhook, true],
  ['paused', paused, false],
])('a changed webhook that is %s stays so, and makes no secret', async (_, editing, is_active) => {
  server.answer(answers)
  await openData(webhooks.$resource)
  expect(await saveWebhook(form(), editing)).toEqual({ status: 'done' })
  expect(server.made()).toEqual([[list], [change, { ...given, is_active }], [list]])
  expect(saidNotices()).toEqual([`success: ${words.changed}`])
  expect($newSecret.get()).toBeUndefined()
})

test.each([
  [{ url: ' ', events: 'user.changed' }, ['url']],
  [{ url, events: 'unknown' }, ['events']],
])('a webhook form with %j marks %j and sends nothing', async (values, missing) => {
  server.answer(answers)
  const fields = missing.map((field) => ({ field, code: 'missing', params: {} }))
  expect(await saveWebhook(formOf(values))).toEqual({ status: 'invalid', fields })
  expect(saidNotices()).toEqual([`problem: ${words.missing}`])
  expect(server.made()).toEqual([])
})

test('a webhook that the server refuses says why and marks the field', async () => {
  server.answer({ [change]: refusal('No such address', { field: 'url' }) })
  const submitted = await saveWebhook(form(), webhook)
  expect(submitted).toMatchObject({ status: 'invalid', fields: [{ field: 'url' }] })
  expect(saidNotices()).toEqual([`problem: ${$changeWords.get().failed}No such address`])
})

test.each([
  ['an active webhook pauses', webhook, false, words.pauseDone],
  ['a paused webhook resumes', paused, true, words.resumeDone],
])('%s once, with all else as it was', async (_, from, is_active, said) => {
  server.answer(answers)
  await openData(webhooks.$resource)
  const toggling = toggleWebhook(from)
  expect([...$webhookChanges.get()]).toEqual(['w1'])
  await toggleWebhook(from)
  await toggling
  expect(server.made()).toEqual([[list], [change, { ...given, is_active }], [list]])
  expect(saidNotices()).toEqual([`success: ${said}`])
})

test('a new secret is made after a question, and says until when the former one works', async () => {
  server.answer(answers)
  const renewal = renewSecret(webhook)
  expect(await answerQuestion(true)).toEqual({
    text: words.newSecretQuestion({ name: 'Monitoring' }),
    action: words.newSecret,
  })
  await renewal
  expect(server.made()[0]).toEqual([renew])
  expect($newSecret.get()).toEqual({
    name: 'Monitoring',
    secret: 'whsec_newer',
    formerUntil: '2026-03-02T09:30:00.000Z',
  })
  expect(saidNotices()).toEqual([`success: ${words.newSecretDone}`])
})

test('a webhook is removed after a question', async () => {
  server.answer(answers)
  const removal = removeWebhook(webhook)
  expect(await answerQuestion(true)).toEqual({
    text: words.removeQuestion({ name: 'Monitoring' }),
    action: words.remove,
  })
  await removal
  expect(server.made()[0]).toEqual([remove])
  expect(saidNotices()).toEqual([`success: ${words.removeDone}`])
})

test('the result of each test message is kept until the view closes', async () => {
  server.answer({ ...answers, 'POST /api/admin/webhooks/w2/test': { status: 410 } })
  const close = openWebhooks()
  const testing = testWebhook(webhook)
  expect([...$webhookChanges.get()]).toEqual(['w1'])
  await testing
  await testWebhook({ ...webhook, id: 'w2' })
  expect(server.made()).toEqual([[tryOut], ['POST /api/admin/webhooks/w2/test']])
  expect([...$testResults.get()]).toEqual([
    ['w1', { failure: 'none', status: 204, milliseconds: 84 }],
    ['w2', { failure: 'unreachable', status: 410, milliseconds: 0 }],
  ])
  close()
  expect($testResults.get().size).toBe(0)
})

test.each([
  ['none', 204, ''],
  ['status', 503, words.status({ status: '503' })],
  ['status', null, words.status({ status: '' })],
  ['too_slow', null, words.too_slow],
] as const)('the failure %s with the status %s reads %j', (failure, status, text) => {
  expect(reasonOf(failure, status)).toBe(text)
})

test('a webhook is called by its description, or else by its address', () => {
  expect(nameOfWebhook(webhook)).toBe('Monitoring')
  expect(nameOfWebhook({ ...webhook, description: '' })).toBe(url)
  expect(words[wordOf('gateway.silent')]).toBe('Gateway silent')
})

test('organizations are searched for by the text without the space around it', async () => {
  server.answer({ 'GET /api/admin/organizations': [{ id: 7, name: 'Cedar Clinic' }] })
  const choices = [{ id: '7', label: 'Cedar Clinic' }]
  expect(await searchOrganizations(' Cedar ', undefined)).toMatchObject({ choices })
  const query = { limit: '50', q: 'Cedar', sort: 'name' }
  expect(server.made()).toEqual([['GET /api/admin/organizations', query]])
})

const wordsDeliveries = $deliveriesWords.get()
const webhookDeliveries = v.parse(webhookField, { id: 'w1', url: 'https://siem.cedar.example' })
const message = v.parse(webhookDelivery, { id: 'm1', webhook_id: 'w1', state: 'failed' })
const listDeliveries = 'GET /api/admin/webhook-deliveries'
const send = 'POST /api/admin/webhooks/w1/deliveries/send'
const removeDeliveries = 'POST /api/admin/webhooks/w1/deliveries/delete'
const answersDeliveries = {
  'GET /api/admin/webhooks': { webhooks: [] },
  [listDeliveries]: [message],
  [send]: { changed: 1 },
  [removeDeliveries]: { changed: 1 },
}

describe('deliveries', () => {
  beforeEach(() => void $router.open('/dashboard/admin?state=failed'))
  afterEach(forgetSession)

  test.each([
    [
      'message is sent again',
      () => sendDeliveryAgain(message),
      'm1',
      send,
      'm1',
      wordsDeliveries.sent,
    ],
    [
      'message is deleted',
      () => deleteDelivery(message),
      'm1',
      removeDeliveries,
      'm1',
      wordsDeliveries.removed,
    ],
    [
      'webhook gets all again',
      () => sendAllAgain(webhookDeliveries),
      'w1',
      send,
      undefined,
      wordsDeliveries.sent,
    ],
  ])(
    'a %s once, is marked meanwhile, and both lists load again',
    async (_, act, marked, call, delivery_id, said) => {
      server.answer(answersDeliveries)
      await openData(webhooks.$resource)
      await openData(deliveries.$paged)
      server.forgetCalls()
      const acting = act()
      expect([...$deliveryChanges.get()]).toEqual([marked])
      await act()
      await acting
      expect(server.made()).toEqual([
        delivery_id === undefined ? [call] : [call, { delivery_id }],
        [listDeliveries, { limit: '50', state: 'failed' }],
        ['GET /api/admin/webhooks'],
      ])
      expect(saidNotices()).toEqual([`success: ${said}`])
      expect($deliveryChanges.get().size).toBe(0)
    },
  )

  test('all that were given up are deleted after a question that names the webhook', async () => {
    server.answer(answersDeliveries)
    const declined = deleteFailed(webhookDeliveries)
    const question = {
      text: wordsDeliveries.removeQuestion({ name: 'https://siem.cedar.example' }),
      action: wordsDeliveries.remove,
    }
    expect(await answerQuestion(false)).toEqual(question)
    await declined
    expect(server.made()).toEqual([])
    const agreed = deleteFailed(webhookDeliveries)
    await answerQuestion(true)
    await agreed
    expect(server.made()[0]).toEqual([removeDeliveries])
    expect(saidNotices()).toEqual([`success: ${wordsDeliveries.removed}`])
  })

  test.each([
    ['waiting', 'waiting'],
    ['delivered', 'delivered'],
    ['lost', 'failed'],
    [undefined, 'failed'],
  ])('the state %s in the address shows messages that are %s', (state, shown) => {
    expect(stateIn({ state })).toBe(shown)
  })
})
