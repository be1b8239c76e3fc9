import * as v from 'valibot'
import { falseIfMissing, givenId, object } from '../core/basic.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { unknownWebhook, webhook, webhookInput } from './webhook.ts'

export const secret = v.pipe(v.string(), v.minLength(1))

export const webhooksNotOffered = defineError(409, 'webhooks_not_offered', {
  description: 'The server has no key that encrypts secrets',
  sentence: () => 'This server cannot offer webhooks: it has no key for secrets',
})

export const tooManyWebhooks = defineError(409, 'too_many_webhooks', {
  description: 'There are as many endpoints as there may be',
  params: object({ max: v.number() }),
  example: { max: limits.webhooks },
  sentence: ({ max }) => `There can be ${max} webhooks; remove one that is not needed`,
})

/** The oldest first. */
export const listWebhooksEndpoint = defineEndpoint('GET /admin/webhooks', {
  summary: 'The webhooks of the operator',
  access: 'view:admin',
  output: object({
    is_offered: field(
      v.nullish(v.boolean(), true),
      'Whether this server can offer webhooks: it has a key that encrypts secrets.',
    ),
    allows_http: field(
      falseIfMissing,
      'Whether an endpoint may have an http:// address, in a private network.',
    ),
    webhooks: field(v.array(webhook), 'The endpoints, the oldest first.'),
  }),
})

export const createWebhookEndpoint = defineEndpoint('POST /admin/webhooks', {
  summary: 'Create a webhook',
  description: 'Only this answer holds the secret.',
  access: 'view:admin',
  requiresRecentConfirmation: true,
  input: v.strictObject(webhookInput),
  output: object({
    ...webhook.entries,
    secret: field(
      secret,
      'The secret that signs messages, for a library of Standard Webhooks. Shown once, and stored encrypted.',
      'whsec_QSBzZWNyZXQgdGhhdCBpcyBzaG93biBvbmx5IG9uY2U=',
    ),
  }),
  errors: [webhooksNotOffered, tooManyWebhooks],
})

export const changeWebhookEndpoint = defineEndpoint('POST /admin/webhooks/:id', {
  summary: 'Change, pause or resume a webhook',
  description:
    'Another URL or organization and further events take a confirmation of who acts within the last ten minutes. What waits is sent when the webhook is active again.',
  access: 'view:admin',
  input: v.strictObject({
    id: field(givenId, 'The id of the row.', shown.webhook),
    ...webhookInput,
    is_active: field(v.boolean(), 'False pauses it: events from then on are not kept.'),
  }),
  errors: [unknownWebhook, confirmationRequired],
})

/** With everything that waits for it. */
export const removeWebhookEndpoint = defineEndpoint('DELETE /admin/webhooks/:id', {
  summary: 'Remove a webhook',
  access: 'view:admin',
  input: v.strictObject({ id: field(givenId, 'The id of the row.', shown.webhook) }),
  errors: [unknownWebhook],
})
