import type { Role } from '../../../contract/core/permissions.ts'
import type {
  DeliveryState,
  WebhookEvent,
  WebhookFailure,
  WebhookPause,
} from '../../../contract/webhooks/webhook.ts'

/* Tables for what the server sends, records and keeps for itself. */

/** Outgoing mail, sent or not. */
export interface Mails {
  id: string
  recipient: string
  subject: string
  body: string
  created_at: string
  attempts: number
  next_attempt_at: string
  sent_at: string | null
  last_error: string | null
  message_id: string
  reply_to: string | null
  /** When the last attempt failed for good. */
  given_up_at: string | null
  /** 1 if the text holds a link that lets its reader act; the text is then deleted when it is sent. */
  holds_secret: 0 | 1
}

/** The audit trail; see audit/record.ts. */
export interface Audit {
  id: string
  at: string
  /** Null for an unknown user and for the operator's commands. */
  actor_id: string | null
  actor_role: Role | 'operator' | 'nobody' | 'scim-token' | 'judge'
  action: string
  target_type: string
  target_id: string | null
  address: string
  /** More information, without personal data; often empty. */
  detail: string
  /** The organization of the actor at that time; null without one, and where it is not known. */
  actor_organization_id: string | null
  /** The same of the target. */
  target_organization_id: string | null
}

/** Where the operator wants events to be sent. */
export interface Webhooks {
  id: string
  url: string
  description: string
  /** Names of `webhookEvents`, separated by spaces. */
  events: string
  /** The only organization whose events are sent; null for all. */
  organization_id: string | null
  /** `no` while it is active. */
  pause: WebhookPause
  paused_at: string | null
  sealed_secret: string
  /** Signs, too, until the time after it. */
  old_sealed_secret: string | null
  old_secret_until: string | null
  /** When the first delivery failed after the last one that did not. */
  failing_since: string | null
  /** To the minute. */
  last_delivered_at: string | null
  created_at: string
}

/** A message to one endpoint, written in the transaction of what it tells. */
export interface WebhookDeliveries {
  id: string
  /** Without a foreign key: an endpoint that is removed must not fail the report that writes to it. */
  webhook_id: string
  /** The `webhook-id`, the same for every endpoint. */
  message_id: string
  event: WebhookEvent
  /** The body, in JSON; without text of a mail, addresses and names. */
  body: string
  /** The user whose mail it tells of; it goes with the user. Null for other events. */
  user_id: string | null
  state: DeliveryState
  attempts: number
  failure: WebhookFailure
  status: number | null
  created_at: string
  attempted_at: string | null
  /** While it is being sent, when another server may take over. */
  next_attempt_at: string
  /** From then on it is neither sent nor shown, and housekeeping deletes it. */
  expires_at: string
}

export interface Counters {
  name: string
  value: number
}

/** Signing secrets of the server, not credentials of users. */
export interface Secrets {
  name: string
  value: string
  created_at: string
}

export interface OperationTables {
  mails: Mails
  audit: Audit
  webhooks: Webhooks
  webhook_deliveries: WebhookDeliveries
  counters: Counters
  secrets: Secrets
}
