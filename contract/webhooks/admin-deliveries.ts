import * as v from 'valibot'
import { count, givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { listInput } from '../core/page.ts'
import { deliveryStates, unknownWebhook, webhookDelivery, webhookFields } from './webhook.ts'

/** GET /admin/webhook-deliveries, an addition: newest first, always in pages, of 50 by default. */
export const listDeliveriesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/webhook-deliveries',
  access: 'view:admin',
  input: listInput(['created_at'], {
    state: v.optional(v.picklist(deliveryStates)),
    webhook_id: v.optional(givenId),
  }),
  output: v.array(webhookDelivery),
})

const chosen = v.strictObject({ id: givenId, delivery_id: v.optional(givenId) })

/**
 * POST /admin/webhooks/{id}/deliveries/send, an addition: makes a message due that waits or was
 * given up; without a `delivery_id`, all that were given up.
 */
export const sendDeliveryAgainEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/webhooks/:id/deliveries/send',
  access: 'view:admin',
  input: chosen,
  output: object({ changed: count }),
})

/** POST /admin/webhooks/{id}/deliveries/delete, an addition, of one or of all that were given up. */
export const deleteDeliveriesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/webhooks/:id/deliveries/delete',
  access: 'view:admin',
  input: chosen,
  output: object({ changed: count }),
})

const webhookId = '0198a3c2-b7d0-7a51-8e26-3c9f4d1b70e5'
const deliveryId = '0198a3c2-c481-7d93-9f02-6b7e8a5c1d34'

const fields = {
  delivery_id: {
    description: 'The message; without it, all messages of the webhook that were given up.',
    example: deliveryId,
  },
  changed: 'How many messages were changed.',
}

export const listDeliveriesCall = describeCall(listDeliveriesEndpoint, {
  summary: 'The messages of webhooks, in pages',
  description:
    'Delivered messages are listed for a day, others for as long as they are kept. The messages themselves are not shown.',
  tag: 'Administration',
  fields: [
    webhookFields,
    {
      url: { description: 'The address of the webhook.', format: 'uri' },
      webhook_id: { description: 'The webhook that the message is for.', example: webhookId },
    },
  ],
  examples: {
    input: { state: 'failed', limit: 50 },
    output: [
      {
        id: deliveryId,
        webhook_id: webhookId,
        url: 'https://siem.your-firm.example/aman',
        message_id: '0198a3c2-c481-7d92-8a1c-0e5f7b3d9a26',
        event: 'threat.reported',
        state: 'failed',
        attempts: 15,
        failure: 'status',
        status: 503,
        created_at: '2025-02-26T09:30:00.000Z',
        attempted_at: '2025-03-01T12:10:00.000Z',
        next_attempt_at: null,
      },
    ],
  },
})

export const sendDeliveryAgainCall = describeCall(sendDeliveryAgainEndpoint, {
  summary: 'Send messages of a webhook again',
  tag: 'Administration',
  fields: [webhookFields, fields],
  examples: { input: { id: webhookId, delivery_id: deliveryId }, output: { changed: 1 } },
  errors: [unknownWebhook],
})

export const deleteDeliveriesCall = describeCall(deleteDeliveriesEndpoint, {
  summary: 'Delete messages of a webhook',
  tag: 'Administration',
  fields: [webhookFields, fields],
  examples: { input: { id: webhookId, delivery_id: deliveryId }, output: { changed: 1 } },
  errors: [unknownWebhook],
})
