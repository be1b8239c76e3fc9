import type { Generated } from 'kysely'
import type { KeyScope } from '../../../contract/core/key-scope.ts'
import type { dispositions } from '../../../contract/emails/disposition.ts'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import type { RefusedReason } from '../../../contract/gateways/refused-requests.ts'
import type {
  MailboxAction,
  MailboxProblem,
  MailboxSecurity,
  MailboxState,
} from '../../../contract/mailboxes/mailbox.ts'
import type {
  CredentialKind,
  CredentialState,
} from '../../../contract/mailboxes/mailbox-credential.ts'
import type { CredentialRefusal } from '../../../contract/mailboxes/provider-refusals.ts'

/* Judged mail, what users say about senders, and the figures. */

/** Totals of a user's mail; they outlive the mail itself. */
export interface ScanTotals {
  user_id: string
  safe: number
  suspicious: number
  malicious: number
  /** See risk/show-risk.ts. */
  risk_sum: number
}

/** The part that was scanned while the user was in an organization, for its team's figures. */
export interface OrganizationTotals extends ScanTotals {
  organization_id: string
}

export interface Flags {
  id: string
  user_id: string
  /** The user's, with whom flags move; see id.ts. */
  organization_id: string
  flag_type: 'green' | 'red'
  /** An email address or a domain, in lower case. */
  value: string
  reason: string | null
  blocked_count: number
  created_at: string
  /** From then on it has no effect; null for a flag that stays. */
  expires_at: string | null
  /** The day in UTC on which it last decided about a mail, as YYYY-MM-DD. */
  last_matched_on: string | null
  /** See search-index.ts. */
  search_text: string
}

/** Changes with everything that alters the flags that gateways read; see flags/revision.ts. */
export interface FlagRevisions {
  organization_id: string
  revision: string
  /** When the next flag ends; null if none does, empty if it has not been looked up. */
  next_expiry_at: string | null
  /**
   * The revision of its users' addresses, with those that no flag concerns; null while none has
   * changed.
   */
  addresses_revision: string | null
}

export interface Scans {
  id: string
  user_id: string
  /** The one that it was reported to; see id.ts. */
  organization_id: string
  received_at: string
  threat_level: ThreatLevel
  sender_domain: string
  /** Empty for malicious mail, whose subject is not stored. */
  email_subject: string
  /** The code of the reason with its values, as JSON; null for a text. See emails/sentences/sentence.ts. */
  reason: string | null
  /** The reason in the words of a gateway, or as a sentence from before there were codes; else empty. */
  detection_reason: string
  /** A JSON array: texts are those of a gateway, objects have codes. */
  indicators: string
  /** When retention deletes the row; null for malicious mail. */
  delete_after: string | null
  /** The gateway's treatment of the mail; null if it did not report it. */
  disposition: (typeof dispositions)[number] | null
  /** An HMAC; see emails/messages/message-id.ts. */
  message_id_hmac: string | null
  /** Empty for malicious mail, and for mail of which only the domain was kept. */
  sender_address: string
  /** The gateway's findings about the origin (RFC 8601); null where it reported none. */
  spf: string | null
  dkim: string | null
  dmarc: string | null
  /** See search-index.ts. */
  search_text: string
  /**
   * The mail's addition to the risk when it was received.
   */
  risk_points: number | null
  /** The judge's level, also where it only watches; null if it was not asked. */
  judge_level: 'safe' | 'suspicious' | null
}

/** A user's risk at the end of a week; see risk/weekly-scores.ts. */
export interface WeeklyScores {
  user_id: string
  /** The Monday with which the week begins, in UTC. */
  week: string
  score: number
  /** The user's organization at that time; null if the part in it is not known. */
  organization_id: string | null
  /** From the mail that was scanned in that organization alone. */
  organization_score: number | null
}

/** That a user checked a mail; nothing of the mail itself is kept. */
export interface MailChecks {
  id: string
  user_id: string
  /** The user's at that time; see id.ts. */
  organization_id: string
  checked_at: string
  /** Null for a check without a verdict. */
  threat_level: ThreatLevel | null
}

/** The response to a report with an idempotency key; see emails/counted-once.ts. */
export interface AnsweredReports {
  /** SHA-256 of the organization, or the operator's gateway key, and the idempotency key. */
  id: string
  /** SHA-256 of the report. */
  report_hash: string
  /** JSON; empty only within the transaction that creates it. */
  answer: string
  answered_at: string
}

/** A mail that rspamd reported or that was judged in a mailbox, for a day; see emails/repeats.ts. */
export interface ReportedMails {
  /** An HMAC. */
  id: string
  user_id: string
  organization_id: string
  scan_id: string
  /** After the recipient's flags. */
  level: ThreatLevel
  /** Before them. */
  reported_level: ThreatLevel
  /** The mail's addition to the user's risk. */
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

/** Figures of the last 400 days; they survive retention and the removal of users. */
export interface DailyCounts {
  organization_id: string
  /** YYYY-MM-DD in UTC, on which the mail was received. */
  day: string
  safe: number
  suspicious: number
  malicious: number
}

/** The judge's part of a day's mail; see judge/judge-counts.ts. */
export interface JudgedDays extends DailyCounts {
  judged: Generated<number>
  marked: Generated<number>
  /** The last opinion of marked mails' recipients. */
  reported_dangerous: Generated<number>
  reported_honest: Generated<number>
}

/** When the mail of an organization was reported; see arrivals/. */
export interface Arrivals {
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

/** Requests of gateways that were refused without a day between; see refused-requests/. */
export interface RefusedRequests {
  /** The organization of the key; empty without a known one. */
  subject: string
  scope: KeyScope
  reason: RefusedReason
  count: number
  first_at: string
  /** Accurate to the minute. */
  last_at: string
}

/** That safe mail of a sender came to an organization on a day; see judge/learning/correspondents.ts. */
export interface Correspondents {
  organization_id: string
  /** YYYY-MM-DD in UTC, on which the mail was received. */
  day: string
  /** The registered domain of a firm, or an address at a free provider. */
  sender: string
  /** The recipient of the mail, or the first of them. */
  user_id: string
}

/** The judge's levels of all mail of an organization; see judge/judge-counts.ts. */
export interface JudgeCounts {
  organization_id: string
  safe: number
  suspicious: number
  /** The last opinion of suspicious mails' recipients. */
  reported_dangerous: number
  reported_honest: number
}

export interface MailTables {
  scan_totals: ScanTotals
  organization_totals: OrganizationTotals
  flags: Flags
  flag_revisions: FlagRevisions
  scans: Scans
  weekly_scores: WeeklyScores
  mail_checks: MailChecks
  answered_reports: AnsweredReports
  reported_mails: ReportedMails
  monthly_scans: MonthlyScans
  daily_counts: JudgedDays
  correspondents: Correspondents
  judge_counts: JudgeCounts
  arrivals: Arrivals
  refused_requests: RefusedRequests
}

/* Mailboxes that Aman watches for their users. */

export interface Mailboxes {
  id: string
  user_id: string
  address: string
  host: string
  port: number
  security: MailboxSecurity
  username: string
  /** The organization whose credential opens it; null for a mailbox that its user connected. */
  credential_of: string | null
  /** The app password, or the refresh token of OAuth, encrypted; empty with the credential of an organization. */
  sealed_password: string
  action: MailboxAction
  state: MailboxState
  /** Why it was not reached the last time; null if it was. */
  problem: MailboxProblem | null
  /** Refusals of the password, one after another. */
  refusals: number
  /** The name with which its server begins Authentication-Results; empty if it adds none. */
  authserv_id: string
  /** UIDVALIDITY of the inbox; empty before the first look. */
  uid_validity: string
  /** The last UID of the inbox that was looked at; up to 2^32 - 1, which is more than an integer of PostgreSQL holds. */
  last_uid: string
  /** The path of Aman's own folder; empty until it is made. */
  folder: string
  /** The day on which it was last made. */
  folder_made_on: string | null
  /**
   * UIDVALIDITY and UIDNEXT of Aman's folder when it was last looked at, and a UIDNEXT whose mail was not there;
   * empty before.
   */
  folder_seen: string
  /** The same of the junk folder. */
  junk_seen: string
  connected_at: string
  /** The last successful look, to the hour. */
  seen_at: string | null
  last_mail_at: string | null
  /** When the user last asked for something that its watcher does. */
  asked_at: string | null
  /** The server that watches it; see mailboxes/watch/leases.ts. */
  watcher: string | null
  /** Whether a new red flag also moves mail of the last day. */
  moves_last_day: 0 | 1
  /** Whether its earlier senders are still to be read, as its user wants. */
  reads_senders: 0 | 1
  /** Whether its user signed in at the provider. */
  signs_in: 0 | 1
}

/** A login that opens the mailboxes of an organization's users. */
export interface MailboxCredentials {
  organization_id: string
  kind: CredentialKind
  /** Of the mailbox that it was checked with. */
  domain: string
  host: string
  port: number
  security: MailboxSecurity
  /** Of an administrator, a service account or an application. */
  login: string
  /** Of the application at Microsoft. */
  tenant: string | null
  /** The password, private key or client secret, encrypted. */
  sealed_password: string
  /** The user whose mailbox it was checked with; null after their removal. */
  checked_with: string | null
  /** Whether the server knows mailboxes by the part before the @, and not by their addresses. */
  is_local: 0 | 1
  state: CredentialState
  /** Refusals of the login, one after another. */
  refusals: number
  /** Why a provider refused it the last time. */
  refusal: CredentialRefusal | null
  /** The last of them, or the begin of a try after it. */
  refused_at: string | null
  kept_at: string
}

/** A sender of mail from before the connection, whom the judge may know. */
export interface MailboxSenders {
  mailbox_id: string
  /** As `correspondents` has it. */
  sender: string
  /** On which mail came. */
  days: number
  /** When the last mail came. */
  last_at: string
}

/** A mail that was judged in a mailbox, so that it is not judged again. */
export interface MailboxMails {
  mailbox_id: string
  /** An HMAC of header lines that tell it from others. */
  id: string
  scan_id: string
  place: MailPlace
  /** In the folder of its place. */
  uid: string
  /** INTERNALDATE. */
  received_at: string
  judged_at: string
}

/**
 * Where a mail is, or where it is going: `marking` and `moving` wait to be done, `returning` was asked for
 * by the user. A `returned` mail is never moved again.
 */
export type MailPlace = 'inbox' | 'marking' | 'moving' | 'moved' | 'returning' | 'returned' | 'junk'

/** A server that watches mailboxes while it renews its row. */
export interface MailboxWatchers {
  id: string
  alive_until: string
}

export interface MailboxTables {
  mailbox_credentials: MailboxCredentials
  mailboxes: Mailboxes
  mailbox_mails: MailboxMails
  mailbox_senders: MailboxSenders
  mailbox_watchers: MailboxWatchers
}
