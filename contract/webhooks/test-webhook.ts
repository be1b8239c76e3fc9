import * as v from 'valibot'
import { count, givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { webhookId, webhooksNotOffered } from './admin-webhooks.ts'
import { unknownWebhook, webhookFailures, webhookFields } from './webhook.ts'

/** POST /admin/webhooks/{id}/test, an addition: sends a message at once. */
export const testWebhookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/webhooks/:id/test',
  access: 'view:admin',
  input: v.strictObject({ id: givenId }),
  output: object({
    failure: v.fallback(v.picklist(webhookFailures), 'unreachable'),
    status: v.nullish(v.number(), null),
    milliseconds: count,
  }),
  timeoutMs: 30_000,
})

export const testWebhookCall = describeCall(testWebhookEndpoint, {
  summary: 'Send a test message to a webhook',
  description: 'Sent once and at once, also while the webhook is paused.',
  tag: 'Administration',
  fields: [webhookFields, { milliseconds: 'How long it took.' }],
  examples: {
    input: { id: webhookId },
    output: { failure: 'none', status: 204, milliseconds: 84 },
  },
  errors: [unknownWebhook, webhooksNotOffered],
})
