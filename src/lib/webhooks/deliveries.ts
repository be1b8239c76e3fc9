import type { OutputOf } from '../../../contract/core/endpoint.ts'
import {
  deleteDeliveriesEndpoint,
  listDeliveriesEndpoint,
  sendDeliveryAgainEndpoint,
} from '../../../contract/webhooks/admin-deliveries.ts'
import { type DeliveryState, deliveryStates } from '../../../contract/webhooks/webhook.ts'
import { call } from '../core/api/http.ts'
import { createPagedResource } from '../core/lists/paged-resource.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { pendingRows } from '../core/ui-state/pending-rows.ts'
import { nameOfWebhook, type Webhook, webhooks } from './webhooks.ts'
import { $deliveriesWords } from './words/deliveries.words.yaml'

export { deliveryStates }
export type Delivery = OutputOf<typeof listDeliveriesEndpoint>[number]

const notices = noticesAbout('webhooks')
const changes = pendingRows()

/** The messages of all webhooks, by the state in the address. */
export const deliveries = createPagedResource(listDeliveriesEndpoint, ['state'])

/** The ids of messages with a running action, and of webhooks all of whose messages have one. */
export const $deliveryChanges = changes.$pending

export function stateIn(query: { readonly state?: string | undefined }): DeliveryState {
  return deliveryStates.find((state) => state === query.state) ?? 'failed'
}

export function sendDeliveryAgain({ id, webhook_id }: Delivery): Promise<void> {
  const input = { id: webhook_id, delivery_id: id }
  return change(id, 'sent', () => call(sendDeliveryAgainEndpoint, input))
}

export function deleteDelivery({ id, webhook_id }: Delivery): Promise<void> {
  const input = { id: webhook_id, delivery_id: id }
  return change(id, 'removed', () => call(deleteDeliveriesEndpoint, input))
}

/** Sends all messages to a webhook again that were given up. */
export function sendAllAgain({ id }: Webhook): Promise<void> {
  return change(id, 'sent', () => call(sendDeliveryAgainEndpoint, { id }))
}

/** Deletes them, after a question. */
export async function deleteFailed(webhook: Webhook): Promise<void> {
  const words = $deliveriesWords.get()
  const text = words.removeQuestion({ name: nameOfWebhook(webhook) })
  if (!(await confirm({ text, action: words.remove }))) return
  const { id } = webhook
  await change(id, 'removed', () => call(deleteDeliveriesEndpoint, { id }))
}

async function change(
  id: Delivery['id'],
  success: 'sent' | 'removed',
  send: () => Promise<unknown>,
): Promise<void> {
  const words = { done: $deliveriesWords.get()[success] }
  const reload = () => Promise.all([deliveries.reload(), webhooks.reload()])
  await changes.run(id, () => makeChange(notices, words, send, reload))
}
