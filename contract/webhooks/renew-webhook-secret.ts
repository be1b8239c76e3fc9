import * as v from 'valibot'
import { givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { newSecret, secret, webhookId, webhooksNotOffered } from './admin-webhooks.ts'
import { unknownWebhook, webhookFields } from './webhook.ts'

/** POST /admin/webhooks/{id}/secret, an addition: the former secret signs for a day more. */
export const renewWebhookSecretEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/webhooks/:id/secret',
  access: 'view:admin',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: givenId }),
  output: object({ secret, old_secret_until: v.string() }),
})

export const renewWebhookSecretCall = describeCall(renewWebhookSecretEndpoint, {
  summary: 'Give a webhook a new secret',
  description:
    'Only this answer holds it. For a day messages have two signatures, also one with the former secret.',
  tag: 'Administration',
  fields: [webhookFields],
  examples: {
    input: { id: webhookId },
    output: { secret: newSecret, old_secret_until: '2025-03-02T09:30:00.000Z' },
  },
  errors: [unknownWebhook, webhooksNotOffered],
})
