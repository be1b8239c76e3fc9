import type { providerNeeds } from '../../../contract/mailboxes/own-mailbox.ts'

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
