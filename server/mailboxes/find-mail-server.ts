import type { SrvRecord } from 'node:dns'
import { canonicalDomain } from '../../contract/core/domain.ts'
import { domainOf } from '../../contract/core/mail-address.ts'
import type { MailboxSecurity } from '../../contract/mailboxes/mailbox.ts'
import { findMailServerEndpoint } from '../../contract/mailboxes/own-mailbox.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import type { ImapServer } from './imap/open-imap.ts'
import { requireOffered, requireOwnAddress } from './owner.ts'
import { applicationFor } from './servers/applications.ts'
import {
  type KnownProvider,
  providerOfDomain,
  providerOfHost,
  providerOfMx,
  readAutoconfig,
} from './servers/read-autoconfig.ts'

type Place = Pick<Services, 'mailServers' | 'outboundFetch'>

/** POST /account/mailbox/server. */
export function findMailServer(services: Services) {
  return bindUser(services, findMailServerEndpoint, async ({ address }, { user }) => {
    requireOffered(services.sealer, user)
    await requireOwnAddress(services.database, user, address)
    return findServerOf(services, address)
  })
}

export async function findServerOf(services: Services, address: string) {
  const domain = domainOf(address)
  const known = providerOfDomain(domain)
  const answer = answerWith(services)
  if (known !== undefined) return answer(serverOf(known, address), known)
  // Side by side, for each may have to wait for a server that does not answer.
  const [records, file, provider] = await Promise.all([
    findBySrv(services, domain, address),
    findByAutoconfig(services, domain, address),
    findByMx(services, domain),
  ])
  const found = records ?? file
  if (found !== undefined) return answer(found, providerOfHost(found.host))
  if (provider !== undefined) return answer(serverOf(provider, address), provider)
  const guess = { host: `imap.${domain}`, port: 993, security: 'tls', username: address } as const
  return { ...answer(guess), is_found: false }
}

function answerWith({ mailApplications }: Services) {
  return (server: ImapServer, provider?: KnownProvider) => {
    const { name = '', needs = 'password', help = null } = provider ?? {}
    const isRegistered = applicationFor(mailApplications, server.host) !== undefined
    const wanted = isRegistered ? ('sign-in' as const) : needs
    return { ...server, is_found: true, provider: name, needs: wanted, help }
  }
}

function serverOf({ host }: KnownProvider, address: string): ImapServer {
  return { host, port: 993, security: 'tls', username: address }
}

const services: Readonly<Record<string, MailboxSecurity>> = {
  _imaps: 'tls',
  _imap: 'starttls',
}

/** RFC 6186: TLS from the first byte before STARTTLS. */
async function findBySrv(
  { mailServers }: Place,
  domain: string,
  address: string,
): Promise<ImapServer | undefined> {
  for (const [service, security] of Object.entries(services)) {
    const records = await mailServers.resolveSrv(`${service}._tcp.${domain}`).catch(() => [])
    const [best] = records.toSorted(byPriority)
    // The root as the target says that there is no such service.
    const host = best === undefined ? undefined : canonicalDomain(best.name)
    if (best !== undefined && host !== undefined) {
      return { host, port: best.port, security, username: address }
    }
  }
  return undefined
}

function byPriority(one: SrvRecord, other: SrvRecord): number {
  return one.priority - other.priority || other.weight - one.weight
}

async function findByAutoconfig(
  { outboundFetch }: Place,
  domain: string,
  address: string,
): Promise<ImapServer | undefined> {
  const urls = [
    `https://autoconfig.${domain}/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(address)}`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  ]
  const found = await Promise.all(
    urls.map(async (url) => {
      try {
        const file = await outboundFetch(url)
        return file.ok ? readAutoconfig(await file.text(), address) : undefined
      } catch {
        // Most domains have no such file.
        return undefined
      }
    }),
  )
  return found.find((server) => server !== undefined)
}

async function findByMx({ mailServers }: Place, domain: string) {
  const records = await mailServers.resolveMx(domain).catch(() => [])
  const [first] = records.toSorted((one, other) => one.priority - other.priority)
  return first === undefined ? undefined : providerOfMx(first.exchange)
}
