import * as v from 'valibot'
import { givenId, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { secret, webhooksNotOffered } from './admin-webhooks.ts'
import { unknownWebhook, webhook } from './webhook.ts'

export const renewWebhookSecretEndpoint = defineEndpoint('POST /admin/webhooks/:id/secret', {
  summary: 'Give a webhook a new secret',
  description:
    'Only this answer holds it. For a day messages have two signatures, also one with the former secret.',
  access: 'view:admin',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: field(givenId, 'The id of the row.', shown.webhook) }),
  output: object({
    secret: field(
      secret,
      'The secret that signs messages, for a library of Standard Webhooks. Shown once, and stored encrypted.',
      'whsec_QSBzZWNyZXQgdGhhdCBpcyBzaG93biBvbmx5IG9uY2U=',
    ),
    old_secret_until: field(
      v.string(),
      webhook.entries.old_secret_until,
      '2025-03-02T09:30:00.000Z',
    ),
  }),
  errors: [unknownWebhook, webhooksNotOffered],
})
