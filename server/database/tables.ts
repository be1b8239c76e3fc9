import type { Kysely } from 'kysely'
import type { dispositions } from '../../contract/fields/disposition.ts'
import type { ThreatLevel } from '../../contract/fields/threat-level.ts'
import type { Role } from '../../contract/permissions.ts'

/*
 * Every table, in types that SQLite and PostgreSQL share: ids are UUIDv7 text made by the server,
 * times are ISO 8601 text in UTC, flags are 0 or 1.
 */

export interface Organizations {
  id: string
  name: string
  /** The name as it is searched and kept unique: case does not matter. */
  name_key: string
  industry: 'finance' | 'health_tech' | 'insurance' | 'other'
  contact_email: string
  phone: string
  address: string
  website: string
  employee_count: number
  created_at: string
}

export interface Users {
  id: string
  organization_id: string | null
  username: string
  /** The username as it is searched and kept unique: case and width do not matter. */
  username_key: string
  /**
   * The username as it looks; new ones are kept unique by it. Null for a username that looked like
   * another one before they were compared.
   */
  look_alike_key: string | null
  /** In lower case. */
  email: string
  full_name: string
  role: Role
  department: string
  phone: string
  /** A PHC string; null for somebody who cannot sign in. */
  password_hash: string | null
  is_active: 0 | 1
  consented_at: string | null
  last_login_at: string | null
  created_at: string
  /** Of somebody who was removed and whose mail is being deleted; no call knows them any more. */
  removed_at: string | null
}

/** What a person's mail added up to; it outlives the mail itself. */
export interface ScanTotals {
  user_id: string
  safe: number
  suspicious: number
  malicious: number
  /** See scans/risk.ts. */
  risk_sum: number
}

/** What of it was scanned while they were in an organization, for the figures of its team. */
export interface OrganizationTotals extends ScanTotals {
  organization_id: string
}

interface Sessions {
  /** SHA-256 of the bearer token, which itself is kept nowhere. */
  token_hash: string
  user_id: string
  created_at: string
  last_used_at: string
  expires_at: string
}

interface SignInFailures {
  id: string
  username_key: string
  /** An IPv6 address as its /64. */
  address: string
  failed_at: string
  /** Of a browser that has signed in as this user; its failures count for itself alone. */
  device_hash: string | null
}

/** A browser that has signed in as a user; see accounts/known-devices.ts. */
interface KnownDevices {
  /** SHA-256 of the device cookie, which itself is kept nowhere. */
  token_hash: string
  user_id: string
  created_at: string
  last_used_at: string
}

export interface GatewayKeys {
  id: string
  organization_id: string
  /** SHA-256 of the key, which itself is shown once and kept nowhere. */
  key_hash: string
  label: string
  created_at: string
  revoked_at: string | null
  /** To the minute; null for a key that was never used. */
  last_used_at: string | null
  expires_at: string | null
  /** CIDR, with commas; empty for any network. */
  networks: string
}

export interface Flags {
  id: string
  user_id: string
  flag_type: 'green' | 'red'
  /** An email address or a domain, in lower case. */
  value: string
  reason: string | null
  blocked_count: number
  created_at: string
}

export interface Scans {
  id: string
  user_id: string
  received_at: string
  threat_level: ThreatLevel
  sender_domain: string
  /** Empty for malicious mail, of which no subject is kept. */
  email_subject: string
  detection_reason: string
  /** A JSON list of texts. */
  indicators: string
  /** When retention deletes the row; null for malicious mail. */
  delete_after: string | null
  /** What the gateway did with the mail, where it says so. */
  disposition: (typeof dispositions)[number] | null
  /** An HMAC; see scans/message-id.ts. */
  message_id_hmac: string | null
}

/** What a gateway was answered to a report that had an idempotency key; see scans/answer-once.ts. */
interface AnsweredReports {
  /** SHA-256 of the organization and the key. */
  id: string
  /** SHA-256 of what was reported. */
  report_hash: string
  /** JSON; empty only within the transaction that makes it. */
  answer: string
  answered_at: string
}

/** What is billed; it survives retention and the removal of people. */
export interface MonthlyScans {
  organization_id: string
  /** YYYY-MM in UTC. */
  month: string
  safe: number
  suspicious: number
  malicious: number
}

/** Mail that is to be sent, or was. */
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
  /** When nobody tried any more. */
  given_up_at: string | null
}

/** Who did what to whom, when and from where; see audit/record.ts. */
export interface Audit {
  id: string
  at: string
  /** Null for somebody unknown, and for the operator's commands. */
  actor_id: string | null
  actor_role: Role | 'operator' | 'nobody'
  action: string
  target_type: string
  target_id: string | null
  address: string
  /** Says more without personal data; often empty. */
  detail: string
}

/** Frozen when it is issued, names and figures alike. */
export interface Receipts {
  /** For instance `AMAN-2026-000123`: the year of issue, and a count within it. */
  number: string
  organization_id: string
  /** YYYY-MM in UTC. */
  month: string
  /** 0 for the receipt of the month, then 1, 2, 3 … for what was reported after it. */
  supplement: number
  organization_name: string
  industry: Organizations['industry']
  scans: number
  rate_fils: number
  cost_fils: number
  issued_at: string
}

interface Counters {
  name: string
  value: number
}

/** What the server signs with; not what people sign in with. */
interface Secrets {
  name: string
  value: string
  created_at: string
}

export interface Tables {
  organizations: Organizations
  users: Users
  scan_totals: ScanTotals
  organization_totals: OrganizationTotals
  sessions: Sessions
  login_failures: SignInFailures
  known_devices: KnownDevices
  gateway_keys: GatewayKeys
  flags: Flags
  scans: Scans
  answered_reports: AnsweredReports
  monthly_scans: MonthlyScans
  mails: Mails
  audit: Audit
  receipts: Receipts
  counters: Counters
  secrets: Secrets
}

export type Database = Kysely<Tables>
