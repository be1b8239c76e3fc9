import type { Kysely } from 'kysely'
import type { dispositions } from '../../contract/fields/disposition.ts'
import type { FactorKind } from '../../contract/fields/factor.ts'
import type { KeyScope } from '../../contract/fields/key-scope.ts'
import type { ThreatLevel } from '../../contract/fields/threat-level.ts'
import type { Role } from '../../contract/permissions.ts'

/*
 * All tables, in types that SQLite and PostgreSQL share: ids are UUIDv7 text created by the server,
 * times are ISO 8601 text in UTC, booleans are 0 or 1.
 */

export interface Organizations {
  id: string
  name: string
  /** The unique lookup key of the name; ignores case. */
  name_key: string
  industry: 'finance' | 'health_tech' | 'insurance' | 'other'
  contact_email: string
  phone: string
  address: string
  website: string
  employee_count: number
  created_at: string
  /** Since when it is suspended; null while it is not. */
  suspended_at: string | null
  /** See search-text.ts. */
  search_text: string
}

export interface Users {
  id: string
  organization_id: string | null
  username: string
  /** The unique lookup key of the username; ignores case and width. */
  username_key: string
  /**
   * The skeleton of the username, unique among new users. Null for a username that looked like another
   * one before this rule.
   */
  look_alike_key: string | null
  /** In lower case. */
  email: string
  full_name: string
  role: Role
  department: string
  phone: string
  /** A PHC string; null for a user who cannot sign in. */
  password_hash: string | null
  is_active: 0 | 1
  consented_at: string | null
  last_login_at: string | null
  created_at: string
  /** 1 if another person set the password; see accounts/own-password.ts. */
  must_change_password: 0 | 1
  /** Set by an invitation; says something only while the user has no password. */
  invitation_expires_at: string | null
  /** Set for a removed user whose mail is being deleted; calls no longer find the user. */
  removed_at: string | null
  /** The full name as lists are sorted by it: case and width do not matter. */
  name_key: string
  /** See search-text.ts. */
  search_text: string
}

/** Another address of a user, in canonical form; never the `email` of a user. */
export interface UserAliases {
  address: string
  user_id: string
}

/** Totals of a user's mail; they outlive the mail itself. */
export interface ScanTotals {
  user_id: string
  safe: number
  suspicious: number
  malicious: number
  /** See scans/risk.ts. */
  risk_sum: number
}

/** The part that was scanned while the user was in an organization, for its team's figures. */
export interface OrganizationTotals extends ScanTotals {
  organization_id: string
}

interface Sessions {
  /** SHA-256 of the bearer token, which itself is not stored. */
  token_hash: string
  user_id: string
  created_at: string
  last_used_at: string
  expires_at: string
  /** Names the session to its user; says nothing about the token. */
  id: string
  /** Names from own lists; empty if unknown. See accounts/own/browser-words.ts. */
  browser: string
  system: string
  /** Of the sign-in; empty if unknown. */
  address: string
  /** When the user last proved who they are: by the sign-in, or by the password later. */
  confirmed_at: string
  /** The browser in `known_devices`; null for a session from before this was kept. */
  device_hash: string | null
}

interface SignInFailures {
  id: string
  username_key: string
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  address: string
  failed_at: string
  /** Set for a known browser of this user, whose failures are counted separately. */
  device_hash: string | null
}

/** A browser that has signed in as a user; see accounts/known-devices.ts. */
interface KnownDevices {
  /** SHA-256 of the device cookie, which itself is not stored. */
  token_hash: string
  user_id: string
  created_at: string
  last_used_at: string
}

/** A link in a mail with which a user sets a password; see accounts/links/. */
export interface AccountLinks {
  /** SHA-256 of the secret in the link, which itself is not stored. */
  secret_hash: string
  user_id: string
  purpose: 'invitation' | 'password-reset'
  /** SHA-256 of what must not have changed when the link is used. */
  bound_to: string
  created_at: string
  expires_at: string
}

/** Each request for a link by a user who forgot the password, whether or not the user exists. */
interface ResetRequests {
  id: string
  /** The typed username or email; empty once the request is answered. */
  login: string
  /** SHA-256 of its key, for the limit. */
  login_hash: string
  /** See http/network.ts. */
  network: string
  requested_at: string
  answered_at: string | null
}

/** What proves a user beside the password; see accounts/factors/. */
export interface SecondFactors {
  id: string
  user_id: string
  kind: FactorKind
  name: string
  created_at: string
  last_used_at: string | null
  /** Of an authenticator app: its secret, encrypted; see core/sealer.ts. */
  sealed_secret: string | null
  /** Of an authenticator app: the time step of the last code that was accepted. */
  last_step: number | null
  /** Of a passkey: its id, in base64url. */
  credential_id: string | null
  /** Of a passkey, in COSE and base64url. */
  public_key: string | null
  /** Of a passkey, up to 2^32 - 1, which is more than an integer of PostgreSQL holds. */
  signature_count: string | null
  /** Comma-separated. */
  transports: string
}

/** A recovery code that is not used yet. */
interface RecoveryCodes {
  /** SHA-256 of the user and the code, which itself is shown once. */
  code_hash: string
  user_id: string
}

/** A wrong code at sign-in; see accounts/factors/code-limits.ts. */
interface CodeAttempts {
  id: string
  user_id: string
  /** Set for a known browser of this user, whose attempts are counted separately. */
  device_hash: string | null
  failed_at: string
}

/** A sign-in or a new factor between its two steps; see accounts/factors/challenges.ts. */
export interface FactorChallenges {
  /** SHA-256 of the challenge, which only the client has. */
  id_hash: string
  purpose: 'sign-in' | 'passkey' | 'add-totp' | 'add-passkey'
  /** Null until a passkey says whose it is. */
  user_id: string | null
  /** SHA-256 of the browser's cookie, or that of the session's token. */
  bound_to: string
  /** SHA-256 of the hash of the password that was proven. */
  password_proof: string | null
  network: string | null
  /** What the passkey has to sign. */
  webauthn_challenge: string | null
  /** The secret of an authenticator app that is being added, encrypted. */
  sealed_secret: string | null
  expires_at: string
}

export interface GatewayKeys {
  id: string
  organization_id: string
  /** SHA-256 of the key, which itself is shown once and not stored. */
  key_hash: string
  label: string
  created_at: string
  revoked_at: string | null
  /** Accurate to the minute; null for a key that was never used. */
  last_used_at: string | null
  expires_at: string | null
  /** Comma-separated networks in CIDR notation; empty for any network. */
  networks: string
  scope: KeyScope
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
  /** See search-text.ts. */
  search_text: string
}

/** Changes with everything that alters the flags that gateways read; see flags/revision.ts. */
interface FlagRevisions {
  organization_id: string
  revision: string
}

export interface Scans {
  id: string
  user_id: string
  received_at: string
  threat_level: ThreatLevel
  sender_domain: string
  /** Empty for malicious mail, whose subject is not stored. */
  email_subject: string
  detection_reason: string
  /** A JSON array of strings. */
  indicators: string
  /** When retention deletes the row; null for malicious mail. */
  delete_after: string | null
  /** What the gateway did with the mail; null if it did not report it. */
  disposition: (typeof dispositions)[number] | null
  /** An HMAC; see scans/message-id.ts. */
  message_id_hmac: string | null
}

/** That a user checked a mail; nothing of the mail itself is kept. */
interface MailChecks {
  id: string
  user_id: string
  checked_at: string
  /** Null for a check without a verdict. */
  threat_level: ThreatLevel | null
}

/** The response to a report with an idempotency key; see scans/answer-once.ts. */
interface AnsweredReports {
  /** SHA-256 of the organization and the key. */
  id: string
  /** SHA-256 of the report. */
  report_hash: string
  /** JSON; empty only within the transaction that creates it. */
  answer: string
  answered_at: string
}

/** A mail that rspamd reported, for a day; see rspamd/repeats.ts. */
export interface ReportedMails {
  /** An HMAC. */
  id: string
  user_id: string
  scan_id: string
  /** After the recipient's flags. */
  level: ThreatLevel
  /** Before them. */
  reported_level: ThreatLevel
  /** What the mail added to the user's risk. */
  risk: number
  received_at: string
  /** When its day began. */
  kept_since: string
}

/** Billed figures; they survive retention and the removal of users. */
export interface MonthlyScans {
  organization_id: string
  /** YYYY-MM in UTC. */
  month: string
  safe: number
  suspicious: number
  malicious: number
}

/** When the mail of an organization was reported; see arrivals/. */
interface Arrivals {
  organization_id: string
  /** Null for an organization that reported before this was noted. */
  first_report_at: string | null
  /** Accurate to the minute. */
  last_report_at: string
  /** The first report with mail to a user of the organization. */
  first_message_at: string | null
  last_message_at: string | null
  /** The verdict on the last message. */
  last_level: ThreatLevel | null
  /** The last report of a gateway that is silent for too long; null while it reports. */
  silent_since: string | null
}

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
  actor_role: Role | 'operator' | 'nobody'
  action: string
  target_type: string
  target_id: string | null
  address: string
  /** More information, without personal data; often empty. */
  detail: string
}

/** Names and figures do not change after the receipt is issued. */
export interface Receipts {
  /** For example `AMAN-2026-000123`: the year of issue and a number within it. */
  number: string
  organization_id: string
  /** YYYY-MM in UTC. */
  month: string
  /** 0 for the receipt of the month, then 1, 2, 3 … for mail that was reported after it. */
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

/** Signing secrets of the server, not credentials of users. */
interface Secrets {
  name: string
  value: string
  created_at: string
}

export interface Tables {
  organizations: Organizations
  users: Users
  user_aliases: UserAliases
  scan_totals: ScanTotals
  organization_totals: OrganizationTotals
  sessions: Sessions
  login_failures: SignInFailures
  known_devices: KnownDevices
  account_links: AccountLinks
  reset_requests: ResetRequests
  second_factors: SecondFactors
  recovery_codes: RecoveryCodes
  code_attempts: CodeAttempts
  factor_challenges: FactorChallenges
  gateway_keys: GatewayKeys
  flags: Flags
  flag_revisions: FlagRevisions
  scans: Scans
  mail_checks: MailChecks
  answered_reports: AnsweredReports
  reported_mails: ReportedMails
  monthly_scans: MonthlyScans
  arrivals: Arrivals
  mails: Mails
  audit: Audit
  receipts: Receipts
  counters: Counters
  secrets: Secrets
}

export type Database = Kysely<Tables>
