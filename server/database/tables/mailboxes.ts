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
