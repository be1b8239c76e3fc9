import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { webhookDelivery, webhook as webhookField } from '../../../contract/webhooks/webhook.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import {
  $deliveryChanges,
  deleteDelivery,
  deleteFailed,
  deliveries,
  sendAllAgain,
  sendDeliveryAgain,
  stateIn,
  webhooks,
} from '../../../src/lib/webhooks/webhooks.ts'
import { $deliveriesWords } from '../../../src/lib/webhooks/words/deliveries.words.yaml'
import { answerQuestion, openData, saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const words = $deliveriesWords.get()
const webhook = v.parse(webhookField, { id: 'w1', url: 'https://siem.cedar.example' })
const message = v.parse(webhookDelivery, { id: 'm1', webhook_id: 'w1', state: 'failed' })
const list = 'GET /api/admin/webhook-deliveries'
const send = 'POST /api/admin/webhooks/w1/deliveries/send'
const remove = 'POST /api/admin/webhooks/w1/deliveries/delete'
const answers = {
  'GET /api/admin/webhooks': { webhooks: [] },
  [list]: [message],
  [send]: { changed: 1 },
  [remove]: { changed: 1 },
}

beforeEach(() => void $router.open('/dashboard/admin?state=failed'))
afterEach(forgetSession)

test.each([
  ['message is sent again', () => sendDeliveryAgain(message), 'm1', send, 'm1', words.sent],
  ['message is deleted', () => deleteDelivery(message), 'm1', remove, 'm1', words.removed],
  ['webhook gets all again', () => sendAllAgain(webhook), 'w1', send, undefined, words.sent],
])(
  'a %s once, is marked meanwhile, and both lists load again',
  async (_, act, marked, call, delivery_id, said) => {
    server.answer(answers)
    await openData(webhooks.$resource)
    await openData(deliveries.$paged)
    server.forgetCalls()
    const acting = act()
    expect([...$deliveryChanges.get()]).toEqual([marked])
    await act()
    await acting
    expect(server.made()).toEqual([
      delivery_id === undefined ? [call] : [call, { delivery_id }],
      [list, { limit: '50', state: 'failed' }],
      ['GET /api/admin/webhooks'],
    ])
    expect(saidNotices()).toEqual([`success: ${said}`])
    expect($deliveryChanges.get().size).toBe(0)
  },
)

test('all that were given up are deleted after a question that names the webhook', async () => {
  server.answer(answers)
  const declined = deleteFailed(webhook)
  const question = {
    text: words.removeQuestion({ name: 'https://siem.cedar.example' }),
    action: words.remove,
  }
  expect(await answerQuestion(false)).toEqual(question)
  await declined
  expect(server.made()).toEqual([])
  const agreed = deleteFailed(webhook)
  await answerQuestion(true)
  await agreed
  expect(server.made()[0]).toEqual([remove])
  expect(saidNotices()).toEqual([`success: ${words.removed}`])
})

test.each([
  ['waiting', 'waiting'],
  ['delivered', 'delivered'],
  ['lost', 'failed'],
  [undefined, 'failed'],
])('the state %s in the address shows messages that are %s', (state, shown) => {
  expect(stateIn({ state })).toBe(shown)
})
