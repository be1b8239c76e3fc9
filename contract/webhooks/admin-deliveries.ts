import * as v from 'valibot'
import { count, givenId, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { listInput } from '../core/page.ts'
import { deliveryStates, unknownWebhook, webhookDelivery } from './webhook.ts'

const chosen = v.strictObject({
  id: field(givenId, 'The id of the row.', shown.webhook),
  delivery_id: field(
    v.optional(givenId),
    'The message; without it, all messages of the webhook that were given up.',
    shown.delivery,
  ),
})

/** Newest first, always in pages, of 50 by default. */
export const listDeliveriesEndpoint = defineEndpoint('GET /admin/webhook-deliveries', {
  summary: 'The messages of webhooks, in pages',
  description:
    'Delivered messages are listed for a day, others for as long as they are kept. The messages themselves are not shown.',
  access: 'view:admin',
  input: listInput(['created_at'], {
    state: field(v.optional(v.picklist(deliveryStates)), webhookDelivery.entries.state),
    webhook_id: field(v.optional(givenId), 'The webhook that the message is for.', shown.webhook),
  }),
  output: v.array(webhookDelivery),
})

/**
 * Makes a message due that waits or was given up; without a `delivery_id`, all that were given up.
 */
export const sendDeliveryAgainEndpoint = defineEndpoint(
  'POST /admin/webhooks/:id/deliveries/send',
  {
    summary: 'Send messages of a webhook again',
    access: 'view:admin',
    input: chosen,
    output: object({ changed: field(count, 'How many messages were changed.', 1) }),
    errors: [unknownWebhook],
  },
)

/** Of one or of all that were given up. */
export const deleteDeliveriesEndpoint = defineEndpoint(
  'POST /admin/webhooks/:id/deliveries/delete',
  {
    summary: 'Delete messages of a webhook',
    access: 'view:admin',
    input: chosen,
    output: object({ changed: field(count, 'How many messages were changed.', 1) }),
    errors: [unknownWebhook],
  },
)
