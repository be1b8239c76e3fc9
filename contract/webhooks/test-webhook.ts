import * as v from 'valibot'
import { count, countOrNull, givenId, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { webhooksNotOffered } from './admin-webhooks.ts'
import { unknownWebhook, webhookDelivery, webhookFailures } from './webhook.ts'

export const testWebhookEndpoint = defineEndpoint('POST /admin/webhooks/:id/test', {
  summary: 'Send a test message to a webhook',
  description: 'Sent once and at once, also while the webhook is paused.',
  access: 'view:admin',
  input: v.strictObject({ id: field(givenId, 'The id of the row.', shown.webhook) }),
  output: object({
    failure: field(
      v.fallback(v.picklist(webhookFailures), 'unreachable'),
      webhookDelivery.entries.failure,
    ),
    status: field(countOrNull, 'The HTTP status of the last answer; null without an answer.', 204),
    milliseconds: field(count, 'How long it took.', 84),
  }),
  timeoutMs: 30_000,
  errors: [unknownWebhook, webhooksNotOffered],
})
