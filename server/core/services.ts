import type { Policy } from '../../contract/endpoints/policy.ts'
import type { PasswordHasher } from '../accounts/passwords.ts'
import type { Actor } from '../audit/record.ts'
import type { Database } from '../database/tables.ts'
import type { Lifecycle } from '../lifecycle.ts'
import { mailDomainOf } from '../mail/mail-domain.ts'
import type { LinkSettings } from '../receipts/receipt-link.ts'
import type { Clock } from './clock.ts'
import type { Configuration, Limits } from './configuration.ts'
import type { Log } from './log.ts'

/** Everything that the calls are made from; nothing else reaches them. */
export interface Services {
  readonly database: Database
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Log
  readonly lifecycle: Readonly<Lifecycle>
  readonly passwords: PasswordHasher
  readonly policy: Policy
  readonly trainingUrl: string | null
  /** Where support requests go. */
  readonly supportMailbox: string
  /** What stands after the `@` in the Message-ID of every mail. */
  readonly mailDomain: string
  readonly receiptLinks: LinkSettings
  /** Where people reach this server; null for wherever a request did. */
  readonly publicUrl: string | null
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: number
  /** Where gateways may call from; empty for anywhere. See http/networks.ts. */
  readonly gatewayNetworks: string
  /** Domains of public mail providers that may be trusted as a whole. */
  readonly trustablePublicMail: readonly string[]
  /** Notes in the audit trail that the user's role does not allow a call, named without its values. */
  readonly recordDenial: (actor: Actor, call: string) => Promise<void>
  /** Whether the API may be read as a page, for whoever tries or develops Aman. */
  readonly showsDocs: boolean
}

/** What the calls take from the configuration as it is. */
export function partsFrom({
  limits,
  trainingUrl,
  publicUrl,
  allowedOrigins,
  trustedProxies,
  gatewayNetworks,
  trustablePublicMail,
  mail,
}: Configuration) {
  const supportMailbox = mail.support
  const mailDomain = mailDomainOf(mail.from, publicUrl)
  return {
    limits,
    trainingUrl,
    publicUrl,
    allowedOrigins,
    trustedProxies,
    gatewayNetworks,
    trustablePublicMail,
    supportMailbox,
    mailDomain,
  }
}
