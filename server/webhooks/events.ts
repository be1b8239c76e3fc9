import * as v from 'valibot'
import { id, object } from '../../contract/core/basic.ts'
import { field, shown } from '../../contract/core/field.ts'
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
}

export const sentEvents = {
  'threat.reported': {
    summary: 'An email that is not safe was reported',
    description:
      'A gateway reported an email that is not safe, or a stricter verdict on one that it had reported; the `scan_id` is then the same. An email for several users is several messages.',
    data: object({
      scan_id: field(id, 'The id of the email.', shown.delivery),
      organization_id: field(id, 'The organization that it is about.', shown.organization),
      user_id: field(id, 'The user that it is about.'),
      threat_level: field(
        v.picklist(['suspicious', 'malicious']),
        'The verdict on the mail.',
        'malicious',
      ),
      sender_domain: field(v.string(), 'The domain of the sender.', 'sender.example'),
      received_at: field(isoTime, 'When the email was received.', '2026-03-15T09:59:58.000Z'),
    }),
  },
  'user.changed': {
    summary: 'A user was created, changed or removed',
    description:
      'A user who moves to another organization is told to the webhooks of both organizations.',
    data: object({
      user_id: field(id, 'The user that it is about.'),
      organization_id: field(
        v.nullable(id),
        'The organization that it is about.',
        shown.organization,
      ),
      change: field(
        v.picklist(['created', 'changed', 'deactivated', 'activated', 'removed']),
        'What changed.',
        'deactivated',
      ),
    }),
  },
  'gateway.silent': {
    summary: 'A gateway has fallen silent',
    description:
      'A gateway that was heard before has not reported for `GATEWAY_SILENT_HOURS`; once per silence.',
    data: object({
      organization_id: field(id, 'The organization that it is about.', shown.organization),
      last_report_at: field(isoTime, 'When the gateway last reported.', '2026-03-14T09:30:00.000Z'),
    }),
  },
  test: {
    summary: 'A super admin tests the webhook',
    description: "Sent only by 'Send test'.",
    data: object({ webhook_id: field(id, 'The webhook that is tested.', shown.webhook) }),
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
  return object({
    type: field(v.literal(event), 'What the message tells.'),
    timestamp: field(isoTime, 'When it happened.', '2026-03-15T10:00:00.000Z'),
    data: field(
      data,
      'Ids, threat levels, domains of senders and times; ask the API for the rest.',
    ),
  })
}
