import type { MxRecord, SrvRecord } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { secondMs } from '../core/clock.ts'
import type { NetworkList } from '../core/networks.ts'

/** Where Google and Microsoft open the mailboxes of an organization, by their public descriptions. */
export interface MailProvider {
  readonly host: string
  readonly port: number
  readonly tokenEndpoint: string
}

export type MailProviders = Readonly<Record<'google' | 'microsoft', MailProvider>>

/** How the servers of mailboxes are found and reached. */
export interface MailServers {
  /** Networks with private addresses where they may be; empty for none. */
  readonly privateNetworks: NetworkList
  /** For tests: a certificate authority to trust, and another limit for one answer. */
  readonly ca?: string
  readonly patienceMs?: number
  /** For tests: others in place of Google and Microsoft. */
  readonly providers?: MailProviders
  /** Both reject where there are no such records. */
  readonly resolveSrv: (name: string) => Promise<SrvRecord[]>
  readonly resolveMx: (name: string) => Promise<MxRecord[]>
}

export function mailServersOf(privateNetworks: NetworkList): MailServers {
  const resolver = new Resolver({ timeout: 2 * secondMs, tries: 2 })
  return {
    privateNetworks,
    resolveSrv: (name) => resolver.resolveSrv(name),
    resolveMx: (name) => resolver.resolveMx(name),
  }
}
