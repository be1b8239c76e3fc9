import type { SrvRecord } from 'node:dns'
import { Parser } from 'htmlparser2'
import { canonicalDomain } from '../../contract/core/domain.ts'
import { domainOf } from '../../contract/core/mail-address.ts'
import type { MailboxSecurity } from '../../contract/mailboxes/mailbox.ts'
import { findMailServerEndpoint, type providerNeeds } from '../../contract/mailboxes/own-mailbox.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import type { ImapServer } from './imap/open-imap.ts'
import { requireOffered, requireOwnAddress } from './owner.ts'
import { applicationFor } from './servers/applications.ts'

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

interface KnownProvider {
  readonly name: string
  readonly needs: (typeof providerNeeds)[number]
  /** Where the app password is made. */
  readonly help: string | null
  readonly host: string
  /** Domains of its own addresses. */
  readonly domains: readonly string[]
  /** The ends of the MX records of its customers' domains. */
  readonly mx: readonly string[]
}

/** By their public descriptions; others are found by the records of their domain. */
const knownProviders: readonly KnownProvider[] = [
  {
    name: 'Gmail',
    needs: 'app-password',
    help: 'https://myaccount.google.com/apppasswords',
    host: 'imap.gmail.com',
    domains: ['gmail.com', 'googlemail.com'],
    mx: ['google.com', 'googlemail.com'],
  },
  {
    name: 'Microsoft',
    // Neither Microsoft 365 nor Outlook.com takes a password for IMAP any more.
    needs: 'unsupported',
    help: null,
    host: 'outlook.office365.com',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
    mx: ['outlook.com', 'office365.us'],
  },
  {
    name: 'Zoho Mail',
    needs: 'app-password',
    help: 'https://accounts.zoho.com/home#security/app_password',
    host: 'imap.zoho.com',
    domains: ['zoho.com', 'zohomail.com'],
    mx: ['zoho.com', 'zohomail.com'],
  },
  {
    name: 'Yahoo Mail',
    needs: 'app-password',
    help: 'https://login.yahoo.com/account/security',
    host: 'imap.mail.yahoo.com',
    domains: ['yahoo.com', 'ymail.com', 'rocketmail.com'],
    mx: ['yahoodns.net'],
  },
  {
    name: 'iCloud Mail',
    needs: 'app-password',
    help: 'https://account.apple.com/account/manage',
    host: 'imap.mail.me.com',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    mx: ['icloud.com'],
  },
  {
    name: 'Fastmail',
    needs: 'app-password',
    help: 'https://app.fastmail.com/settings/security/apppasswords',
    host: 'imap.fastmail.com',
    domains: ['fastmail.com', 'fastmail.fm'],
    mx: ['messagingengine.com'],
  },
]

function providerOfDomain(domain: string): KnownProvider | undefined {
  return knownProviders.find(({ domains }) => domains.includes(domain))
}

function providerOfMx(exchange: string): KnownProvider | undefined {
  const name = exchange.toLowerCase().replace(/\.$/, '')
  return knownProviders.find(({ mx }) => mx.some((end) => name === end || name.endsWith(`.${end}`)))
}

function providerOfHost(host: string): KnownProvider | undefined {
  return knownProviders.find((provider) => provider.host === host)
}

/** The fields of a server in the file, and an attribute of it. */
type Fields = Readonly<Record<string, string>>

const securityOf: Readonly<Record<string, MailboxSecurity>> = { SSL: 'tls', STARTTLS: 'starttls' }

/**
 * The IMAP server in a domain's autoconfig file (`config-v1.1.xml`), TLS from the first byte before STARTTLS.
 * @returns undefined if it names none with TLS
 */
function readAutoconfig(xml: string, address: string): ImapServer | undefined {
  const servers = serversIn(xml).flatMap((fields) => imapServerOf(fields, address) ?? [])
  return servers.find(({ security }) => security === 'tls') ?? servers[0]
}

function serversIn(xml: string): Fields[] {
  const servers: Fields[] = []
  let open: Record<string, string> | undefined
  let field = ''
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'incomingServer') open = { type: attributes.type ?? '' }
        field = name
      },
      ontext(text) {
        if (open !== undefined) open[field] = (open[field] ?? '') + text.trim()
      },
      onclosetag(name) {
        field = ''
        if (name !== 'incomingServer' || open === undefined) return
        servers.push(open)
        open = undefined
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return servers
}

function imapServerOf(fields: Fields, address: string): ImapServer | undefined {
  const { type, hostname = '', port: given = '', socketType = '', username = '' } = fields
  const [local = '', domain = ''] = address.split(/@(?=[^@]*$)/)
  const host = canonicalDomain(hostname.replaceAll('%EMAILDOMAIN%', domain))
  const port = Number(given)
  const security = securityOf[socketType]
  const isPort = Number.isInteger(port) && port > 0 && port <= 65_535
  if (type !== 'imap' || host === undefined || !isPort || security === undefined) return undefined
  const name = username
    .replaceAll('%EMAILADDRESS%', address)
    .replaceAll('%EMAILLOCALPART%', local)
    .replaceAll('%EMAILDOMAIN%', domain)
  return { host, port, security, username: name || address }
}
