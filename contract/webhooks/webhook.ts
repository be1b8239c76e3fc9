import * as v from 'valibot'
import {
  count,
  filledLine,
  filledList,
  givenId,
  id,
  object,
  optionalLine,
  text,
} from '../core/basic.ts'
import { defineError, noParams } from '../core/errors.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
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

const time = v.nullish(v.string(), null)

/** An endpoint as it is listed: never with its secret. */
export const webhook = object({
  id,
  url: text,
  description: text,
  events: v.fallback(v.array(v.picklist(webhookEvents)), []),
  organization_id: v.nullish(id, null),
  organization_name: text,
  pause: v.fallback(v.picklist(webhookPauses), 'no'),
  paused_at: time,
  failing_since: time,
  last_delivered_at: time,
  waiting: count,
  failed: count,
  old_secret_until: time,
  created_at: text,
})

export const webhookDelivery = object({
  id,
  webhook_id: id,
  url: text,
  message_id: text,
  event: v.fallback(v.picklist(webhookEvents), 'threat.reported'),
  state: v.fallback(v.picklist(deliveryStates), 'waiting'),
  attempts: count,
  failure: v.fallback(v.picklist(webhookFailures), 'none'),
  /** The status of the last answer; null without one. */
  status: v.nullish(v.number(), null),
  created_at: text,
  attempted_at: time,
  next_attempt_at: time,
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
  url: givenUrl,
  description: optionalLine(limits.name),
  events: filledList(v.picklist(webhookEvents), webhookEvents.length),
  organization_id: v.optional(v.nullable(givenId), null),
}

export const webhookFields: FieldDescriptions = {
  url: {
    description:
      'Where events are sent: https://, or http:// in a network of WEBHOOK_PRIVATE_NETWORKS.',
    format: 'uri',
  },
  description: 'What the endpoint is for, in the words of who made it.',
  events: 'Which events are sent.',
  event: 'What the message tells.',
  organization_id: {
    description: 'The only organization whose events are sent; null for all.',
    example: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
  },
  organization_name: 'Its name; empty for all organizations.',
  pause:
    'Whether nothing is sent, and why: by hand, after days without a delivery, or because the endpoint answered 410.',
  paused_at: {
    description: 'Since when nothing is sent; null while it is active.',
    format: 'date-time',
    example: '2025-03-01T09:30:00.000Z',
  },
  failing_since: {
    description: 'When the first delivery failed after the last one that did not; null if none.',
    format: 'date-time',
    example: '2025-03-01T09:30:00.000Z',
  },
  last_delivered_at: {
    description: 'When a message was last delivered, to the minute.',
    format: 'date-time',
    example: '2025-03-01T09:30:00.000Z',
  },
  waiting: 'How many messages are to be delivered, for the first time or again.',
  failed: 'How many messages were given up and can be sent again.',
  old_secret_until: {
    description: 'Until when messages are signed with the former secret, too.',
    format: 'date-time',
    example: '2025-03-01T09:30:00.000Z',
  },
  secret:
    'The secret that signs messages, for a library of Standard Webhooks. Shown once, and stored encrypted.',
  message_id: 'The `webhook-id` of the message, the same for every attempt and every endpoint.',
  state: 'Whether the message is still to be delivered, was delivered or was given up.',
  attempts: 'How often it was sent.',
  failure: 'Why the last attempt failed.',
  status: {
    description: 'The HTTP status of the last answer; null without an answer.',
    example: 503,
  },
  attempted_at: {
    description: 'When it was last sent; null if it never was.',
    format: 'date-time',
    example: '2025-03-01T09:30:00.000Z',
  },
  next_attempt_at: {
    description: 'When it is sent next; null if it is not.',
    format: 'date-time',
    example: '2025-03-01T09:32:00.000Z',
  },
}

export const unknownWebhook = defineError({
  code: 'unknown_webhook',
  status: 404,
  description: 'There is no such endpoint',
  params: noParams,
  sentence: () => 'This webhook was removed',
})
