import * as v from 'valibot'
import { acknowledgement, givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { unknownWebhook, webhook, webhookFields, webhookInput } from './webhook.ts'

export const secret = v.pipe(v.string(), v.minLength(1))

/** GET /admin/webhooks, an addition: the oldest first. */
export const listWebhooksEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/webhooks',
  access: 'view:admin',
  input: v.undefined(),
  output: object({
    /** Whether this server has a key that encrypts secrets. */
    is_offered: v.nullish(v.boolean(), true),
    allows_http: v.nullish(v.boolean(), false),
    webhooks: v.array(webhook),
  }),
})

/** POST /admin/webhooks, an addition: only this answer holds the secret. */
export const createWebhookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/webhooks',
  access: 'view:admin',
  requiresRecentConfirmation: true,
  input: v.strictObject(webhookInput),
  output: object({ ...webhook.entries, secret }),
})

/** POST /admin/webhooks/{id}, an addition. What tells a webhook more takes a recent confirmation. */
export const changeWebhookEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/webhooks/:id',
  access: 'view:admin',
  input: v.strictObject({ id: givenId, ...webhookInput, is_active: v.boolean() }),
  output: acknowledgement,
})

/** DELETE /admin/webhooks/{id}, an addition, with everything that waits for it. */
export const removeWebhookEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/admin/webhooks/:id',
  access: 'view:admin',
  input: v.strictObject({ id: givenId }),
  output: acknowledgement,
})

export const webhooksNotOffered = defineError({
  code: 'webhooks_not_offered',
  status: 409,
  description: 'The server has no key that encrypts secrets',
  params: noParams,
  sentence: () => 'This server cannot offer webhooks: it has no key for secrets',
})

export const tooManyWebhooks = defineError({
  code: 'too_many_webhooks',
  status: 409,
  description: 'There are as many endpoints as there may be',
  params: object({ max: v.number() }),
  example: { max: limits.webhooks },
  sentence: ({ max }) => `There can be ${max} webhooks; remove one that is not needed`,
})

export const webhookId = '0198a3c2-b7d0-7a51-8e26-3c9f4d1b70e5'

const given: v.InferInput<(typeof createWebhookEndpoint)['input']> = {
  url: 'https://siem.your-firm.example/aman',
  description: 'Security monitoring',
  events: ['threat.reported', 'gateway.silent'],
  organization_id: null,
}

const shown: v.InferInput<typeof webhook> = {
  id: webhookId,
  ...given,
  organization_name: '',
  pause: 'no',
  paused_at: null,
  failing_since: null,
  last_delivered_at: '2025-03-01T09:30:00.000Z',
  waiting: 2,
  failed: 0,
  old_secret_until: null,
  created_at: '2025-01-05T08:00:00.000Z',
}

export const newSecret = 'whsec_QSBzZWNyZXQgdGhhdCBpcyBzaG93biBvbmx5IG9uY2U='

export const listWebhooksCall = describeCall(listWebhooksEndpoint, {
  summary: 'The webhooks of the operator',
  tag: 'Administration',
  fields: [
    webhookFields,
    {
      is_offered: 'Whether this server can offer webhooks: it has a key that encrypts secrets.',
      allows_http: 'Whether an endpoint may have an http:// address, in a private network.',
      webhooks: 'The endpoints, the oldest first.',
    },
  ],
  examples: { output: { is_offered: true, allows_http: false, webhooks: [shown] } },
})

export const createWebhookCall = describeCall(createWebhookEndpoint, {
  summary: 'Create a webhook',
  description: 'Only this answer holds the secret.',
  tag: 'Administration',
  fields: [webhookFields],
  examples: {
    input: given,
    output: {
      ...shown,
      last_delivered_at: null,
      waiting: 0,
      secret: newSecret,
    },
  },
  errors: [webhooksNotOffered, tooManyWebhooks],
})

export const changeWebhookCall = describeCall(changeWebhookEndpoint, {
  summary: 'Change, pause or resume a webhook',
  description:
    'Another URL or organization and further events take a confirmation of who acts within the last ten minutes. What waits is sent when the webhook is active again.',
  tag: 'Administration',
  fields: [webhookFields, { is_active: 'False pauses it: events from then on are not kept.' }],
  examples: {
    input: { id: webhookId, ...given, is_active: true },
    output: { success: true },
  },
  errors: [unknownWebhook, confirmationRequired],
})

export const removeWebhookCall = describeCall(removeWebhookEndpoint, {
  summary: 'Remove a webhook',
  tag: 'Administration',
  fields: [webhookFields],
  examples: { input: { id: webhookId }, output: { success: true } },
  errors: [unknownWebhook],
})
