import type { JudgeHealth } from '../../contract/core/ready.ts'
import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import type { Policy } from '../../contract/policy/policy.ts'
import type { Prices } from '../../contract/receipts/price.ts'
import type { Clock } from '../core/clock.ts'
import type { Limits } from '../core/configuration.ts'
import type { Translations } from '../core/locale.ts'
import type { Log } from '../core/log.ts'
import type { OutboundFetch, OutboundPost } from '../core/outbound-fetch.ts'
import type {
  BreachedPasswords,
  DeniedCaller,
  Lifecycle,
  PasswordHasher,
  ReceiptLinkSettings,
  RefusedRequest,
} from '../core/ports.ts'
import type { Sealer } from '../core/sealer.ts'
import type { MailApplication } from '../core/setting-values.ts'
import type { Database } from '../database/tables/tables.ts'
import type { MailServers } from './mail-servers.ts'
import type { Authentication } from './session.ts'

/** All dependencies of the calls. */
export interface Services {
  readonly database: Database
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Log
  readonly lifecycle: Readonly<Lifecycle>
  readonly passwords: PasswordHasher
  readonly policies: Translations<Policy>
  readonly trainingUrl: string | null
  /** The address that support requests are sent to. */
  readonly supportMailbox: string
  /** The domain in the Message-ID of every mail. */
  readonly mailDomain: string
  /**
   * The origin of links in mails about accounts; null without PUBLIC_URL or without a way to send
   * mail. Never taken from a request, whose Host anyone can choose.
   */
  readonly linkOrigin: string | null
  /** Whether users replace a password that another person set; see sign-in/passwords/passwords.ts. */
  readonly asksForOwnPassword: boolean
  readonly breachedPasswords: BreachedPasswords
  readonly receiptLinks: ReceiptLinkSettings
  /** The cost of scanned email, by month. */
  readonly prices: Prices
  /** Encrypts secrets in the database; null without a key, see database/secrets-key.ts. */
  readonly sealer: Sealer | null
  /** The address of this server for users; null to use the address of the request. */
  readonly publicUrl: string | null
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: number
  /** Networks that gateways may call from; empty for any. See core/networks.ts. */
  readonly gatewayNetworks: string
  /** Calls addresses that users enter; see outbound-fetch.ts. */
  readonly outboundFetch: OutboundFetch
  /** Sends messages to the endpoints of the operator; see webhooks/. */
  readonly webhookPost: OutboundPost
  /** Networks with private addresses where webhooks may be; empty for none. */
  readonly webhookPrivateNetworks: string
  /** Which mail servers of watched mailboxes may be called; see mailboxes/. */
  readonly mailServers: MailServers
  /** With which users sign in to their mailboxes; empty for passwords alone. */
  readonly mailApplications: readonly MailApplication[]
  /** The origin of the rspamd that checks mail for users; null without mail checks. */
  readonly rspamdUrl: string | null
  /** Domains of public mail providers that users may trust as a whole. */
  readonly trustablePublicMail: readonly string[]
  /** Finds out who makes a call; see authentication.ts. */
  readonly authentication: Authentication
  /** Records in the audit trail that a user's role did not allow a call; stores no input. */
  readonly recordDenial: (caller: DeniedCaller, call: string) => Promise<void>
  /** Notes that a gateway of the organization made a readable report; see arrivals/. */
  readonly noteReport: (organizationId: string) => Promise<void>
  /** Counts a request of a gateway that is refused; see refused-requests/. */
  readonly countRefused: (request: RefusedRequest) => Promise<void>
  /** Counts scans that were stored, for the metrics; see metrics/. */
  readonly countScans: (levels: readonly ThreatLevel[]) => void
  /** Whether the judge of this process works; see judge/. */
  readonly judgeHealth: () => JudgeHealth
  /** Whether the API document is also served as a page: always by the demo, else by `API_DOCS`. */
  readonly showsDocs: boolean
}
