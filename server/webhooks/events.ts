import * as v from 'valibot'
import { id, object } from '../../contract/core/basic.ts'
import type { FieldDescriptions } from '../../contract/core/field-descriptions.ts'
import type { SentEvent } from '../../contract/webhooks/webhook.ts'

/*
 * The messages of webhooks, for the code that sends them and for the OpenAPI document. Messages
 * hold ids, a level, the domain of a sender and times: no text of a mail, no address, no name.
 */

const isoTime = v.pipe(v.string(), v.isoTimestamp())

interface Message {
  readonly summary: string
  readonly description: string
  readonly data: v.GenericSchema<object>
  readonly example: object
}

export const sentEvents = {
  'threat.reported': {
    summary: 'An email that is not safe was reported',
    description:
      'A gateway reported an email that is not safe, or a stricter verdict on one that it had reported; the `scan_id` is then the same. An email for several users is several messages.',
    data: object({
      scan_id: id,
      organization_id: id,
      user_id: id,
      threat_level: v.picklist(['suspicious', 'malicious']),
      sender_domain: v.string(),
      received_at: isoTime,
    }),
    example: {
      scan_id: '0198a3c2-c481-7d93-9f02-6b7e8a5c1d34',
      organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      user_id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
      threat_level: 'malicious',
      sender_domain: 'sender.example',
      received_at: '2026-03-15T09:59:58.000Z',
    },
  },
  'user.changed': {
    summary: 'A user was created, changed or removed',
    description:
      'A user who moves to another organization is told to the webhooks of both organizations.',
    data: object({
      user_id: id,
      organization_id: v.nullable(id),
      change: v.picklist(['created', 'changed', 'deactivated', 'activated', 'removed']),
    }),
    example: {
      user_id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
      organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      change: 'deactivated',
    },
  },
  'gateway.silent': {
    summary: 'A gateway has fallen silent',
    description:
      'A gateway that was heard before has not reported for `GATEWAY_SILENT_HOURS`; once per silence.',
    data: object({ organization_id: id, last_report_at: isoTime }),
    example: {
      organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      last_report_at: '2026-03-14T09:30:00.000Z',
    },
  },
  test: {
    summary: 'A super admin tests the webhook',
    description: "Sent only by 'Send test'.",
    data: object({ webhook_id: id }),
    example: { webhook_id: '0198a3c2-b7d0-7a51-8e26-3c9f4d1b70e5' },
  },
} as const satisfies Readonly<Record<SentEvent, Message>>

type SentEvents = typeof sentEvents
export type DataOf<Event extends SentEvent> = v.InferOutput<SentEvents[Event]['data']>

/** The body of a message, as Standard Webhooks recommends it. */
export function envelope<const Event extends SentEvent>(
  type: Event,
  now: Date,
  data: DataOf<Event>,
): string {
  return JSON.stringify({ type, timestamp: now.toISOString(), data })
}

export function eventSchema(event: SentEvent): v.GenericSchema {
  const { data } = sentEvents[event]
  return object({ type: v.literal(event), timestamp: isoTime, data })
}

export const eventFields: FieldDescriptions = {
  type: 'What the message tells.',
  timestamp: { description: 'When it happened.', format: 'date-time' },
  data: 'Ids, threat levels, domains of senders and times; ask the API for the rest.',
  scan_id: 'The id of the email.',
  organization_id: 'The organization that it is about.',
  user_id: 'The user that it is about.',
  sender_domain: 'The domain of the sender.',
  received_at: { description: 'When the email was received.', format: 'date-time' },
  change: 'What changed.',
  last_report_at: { description: 'When the gateway last reported.', format: 'date-time' },
  webhook_id: 'The webhook that is tested.',
}
