import type { Role } from '../../../contract/core/permissions.ts'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import type { LayerChange, MarkSource, VersionCause } from '../../../contract/judge/learning.ts'
import type {
  DeliveryState,
  WebhookEvent,
  WebhookFailure,
  WebhookPause,
} from '../../../contract/webhooks/webhook.ts'

/* An organization teaches its judge; see judge/learning/. */

export interface Learning {
  organization_id: string
  /** 1 if the judge also learns from ordinary mail. */
  learns_from_mail: 0 | 1
  /** When that was chosen; null until then. */
  chosen_at: string | null
  /** The version in use; 0 for none. */
  version: number
  /** Changes with everything that the judge has to read again. */
  revision: number
  /** Until then one server learns; null while none does. */
  leased_until: string | null
  /** When a version was last refused by the guards; null for never. */
  refused_at: string | null
  /** Why, as JSON; empty for never. */
  refused: string
}

export interface LearntVersions {
  organization_id: string
  /** From 1; the highest one is in use. */
  number: number
  cause: VersionCause
  made_at: string
  /** A version learns for a day. */
  changed_at: string
  /** The day on which what is too old was last taken out. */
  faded_on: string
  /** The shared model with which the guards allowed it. */
  model: string
  marks: number
  mails: number
  /** Packed and in base64. */
  layer: string
  /** The table of it that judging needs, packed and in base64; empty where the version is not in use. */
  judging: string
}

/** The tables of what organizations teach their judge, a row's references before it. */
export const learningTables = [
  'learning',
  'learnt_versions',
  'pending_lessons',
  'mail_lessons',
  'marks',
] as const

/** A judged mail whose final verdict has not come. */
export interface PendingLessons {
  organization_id: string
  /** The HMAC of its Message-ID. */
  mail: string
  /** Another one for other content with the same Message-ID, from which nothing is learnt. */
  digest: string
  made_at: string
  /** The vector with the judge's opinion, encrypted. */
  sealed: string
}

/** A stored mail whose vector was pending when its verdict came. */
export interface MailLessons {
  organization_id: string
  scan_id: string
  user_id: string
  mail: string
  threat_level: ThreatLevel
  sender_domain: string
  received_at: string
  /** When the mail is deleted. */
  delete_after: string
  /** How the layer changed the judge's opinion; null if it did not. */
  change: LayerChange | null
  /** The vector of a suspicious mail, encrypted; else empty. */
  sealed: string
}

/** A user's opinion of a mail or a sender. */
export interface Marks {
  organization_id: string
  id: string
  user_id: string
  /** Null for a mark on a sender. */
  scan_id: string | null
  source: MarkSource
  is_dangerous: 0 | 1
  /** An HMAC, which marks on one sender share. */
  sender: string
  is_confirmed: 0 | 1
  /** 1 if it goes against the evidence. */
  is_doubtful: 0 | 1
  state: 'waits' | 'learnt' | 'refused'
  made_at: string
  /** The lesson, encrypted; empty once it is learnt. */
  sealed: string
}

export interface LearningTables {
  learning: Learning
  learnt_versions: LearntVersions
  pending_lessons: PendingLessons
  mail_lessons: MailLessons
  marks: Marks
}

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
