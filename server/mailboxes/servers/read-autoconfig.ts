import { Parser } from 'htmlparser2'
import { canonicalDomain } from '../../../contract/core/domain.ts'
import type { MailboxSecurity } from '../../../contract/mailboxes/mailbox.ts'
import type { providerNeeds } from '../../../contract/mailboxes/own-mailbox.ts'
import type { ImapServer } from '../imap/open-imap.ts'

export interface KnownProvider {
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

export function providerOfDomain(domain: string): KnownProvider | undefined {
  return knownProviders.find(({ domains }) => domains.includes(domain))
}

export function providerOfMx(exchange: string): KnownProvider | undefined {
  const name = exchange.toLowerCase().replace(/\.$/, '')
  return knownProviders.find(({ mx }) => mx.some((end) => name === end || name.endsWith(`.${end}`)))
}

export function providerOfHost(host: string): KnownProvider | undefined {
  return knownProviders.find((provider) => provider.host === host)
}

/** The fields of a server in the file, and an attribute of it. */
type Fields = Readonly<Record<string, string>>

const securityOf: Readonly<Record<string, MailboxSecurity>> = { SSL: 'tls', STARTTLS: 'starttls' }

/**
 * The IMAP server in a domain's autoconfig file (`config-v1.1.xml`), TLS from the first byte before STARTTLS.
 * @returns undefined if it names none with TLS
 */
export function readAutoconfig(xml: string, address: string): ImapServer | undefined {
  const servers = serversIn(xml).flatMap((fields) => serverOf(fields, address) ?? [])
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

function serverOf(fields: Fields, address: string): ImapServer | undefined {
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
