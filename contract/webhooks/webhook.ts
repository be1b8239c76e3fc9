import * as v from 'valibot'
import {
  count,
  countOrNull,
  filledLine,
  filledList,
  givenId,
  id,
  object,
  optionalLine,
  text,
  time,
} from '../core/basic.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'

/** Events of a webhook. A test comes only when it is asked for, and to every endpoint. */
export const webhookEvents = ['threat.reported', 'user.changed', 'gateway.silent'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
export type SentEvent = WebhookEvent | 'test'

/** Why an endpoint is paused; `no` while it is not. */
export const webhookPauses = ['no', 'by_hand', 'failing', 'gone'] as const
export type WebhookPause = (typeof webhookPauses)[number]

/** Why a delivery failed; `none` for one that has not. */
export const webhookFailures = [
  'none',
  'status',
  'gone',
  'redirected',
  'too_slow',
  'unreachable',
  'not_allowed',
] as const
export type WebhookFailure = (typeof webhookFailures)[number]

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** An endpoint as it is listed: never with its secret. */
export const webhook = object({
  id: field(id, 'The id of the row.', shown.webhook),
  url: field(
    text,
    'Where events are sent: https://, or http:// in a network of WEBHOOK_PRIVATE_NETWORKS.',
    'https://siem.your-firm.example/aman',
    'uri',
  ),
  description: field(
    text,
    'What the endpoint is for, in the words of who made it.',
    'Security monitoring',
  ),
  events: field(v.fallback(v.array(v.picklist(webhookEvents)), []), 'Which events are sent.', [
    'threat.reported',
    'gateway.silent',
  ]),
  organization_id: field(
    v.nullish(id, null),
    'The only organization whose events are sent; null for all.',
    null,
  ),
  organization_name: field(text, 'Its name; empty for all organizations.', ''),
  pause: field(
    v.fallback(v.picklist(webhookPauses), 'no'),
    'Whether nothing is sent, and why: by hand, after days without a delivery, or because the endpoint answered 410.',
  ),
  paused_at: field(time, 'Since when nothing is sent; null while it is active.'),
  failing_since: field(
    time,
    'When the first delivery failed after the last one that did not; null if none.',
  ),
  last_delivered_at: field(time, 'When a message was last delivered, to the minute.'),
  waiting: field(count, 'How many messages are to be delivered, for the first time or again.', 2),
  failed: field(count, 'How many messages were given up and can be sent again.', 0),
  old_secret_until: field(time, 'Until when messages are signed with the former secret, too.'),
  created_at: field(text, 'When it was created.', '2025-01-05T08:00:00.000Z'),
})

export const webhookDelivery = object({
  id: field(id, 'The id of the row.', shown.delivery),
  webhook_id: field(id, 'The webhook that the message is for.', shown.webhook),
  url: field(text, 'The address of the webhook.', 'https://siem.your-firm.example/aman', 'uri'),
  message_id: field(
    text,
    'The `webhook-id` of the message, the same for every attempt and every endpoint.',
    '0198a3c2-c481-7d92-8a1c-0e5f7b3d9a26',
  ),
  event: field(v.fallback(v.picklist(webhookEvents), 'threat.reported'), 'What the message tells.'),
  state: field(
    v.fallback(v.picklist(deliveryStates), 'waiting'),
    'Whether the message is still to be delivered, was delivered or was given up.',
    'failed',
  ),
  attempts: field(count, 'How often it was sent.', 15),
  failure: field(
    v.fallback(v.picklist(webhookFailures), 'none'),
    'Why the last attempt failed.',
    'status',
  ),
  status: field(countOrNull, 'The HTTP status of the last answer; null without an answer.', 503),
  created_at: field(text, 'When it was created.', '2025-02-26T09:30:00.000Z'),
  attempted_at: field(
    time,
    'When it was last sent; null if it never was.',
    '2025-03-01T12:10:00.000Z',
  ),
  next_attempt_at: field(
    time,
    'When it is sent next; null if it is not.',
    '2025-03-01T09:32:00.000Z',
  ),
})

/** Without a user and a password, which would be stored and shown. */
const givenUrl = v.pipe(
  filledLine(limits.webhookUrl),
  v.check(isWebhookUrl, 'not_a_webhook_url' satisfies FieldCode),
)

function isWebhookUrl(given: string): boolean {
  const url = URL.parse(given)
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return false
  return url.username === '' && url.password === '' && !given.includes('#')
}

export const webhookInput = {
  url: field(givenUrl, webhook.entries.url),
  description: field(optionalLine(limits.name), webhook.entries.description),
  events: field(
    filledList(v.picklist(webhookEvents), webhookEvents.length),
    webhook.entries.events,
    ['threat.reported', 'gateway.silent'],
  ),
  organization_id: field(v.optional(v.nullable(givenId), null), webhook.entries.organization_id),
}

export const unknownWebhook = defineError(404, 'unknown_webhook', {
  description: 'There is no such endpoint',
  sentence: () => 'This webhook was removed',
})
