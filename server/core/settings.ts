import { limits } from '../../contract/limits.ts'
import { usualConnections } from '../database/address.ts'
import { readDomains } from '../flags/public-mail.ts'
import { isNetworkList } from '../http/networks.ts'
import {
  databaseAddress,
  folderOrFile,
  hostNames,
  mailAddress,
  mailServer,
  webAddress,
  webOrigin,
  webOrigins,
  wholeNumber,
  yesOrNo,
} from './setting-values.ts'

/** One environment variable. docs/configuration.md lists all of them, and a test compares the two. */
export interface Setting<Value> {
  readonly about: string
  /** What a valid value looks like, as the error message says it. */
  readonly expected: string
  /** The default, as it would be written in the environment. */
  readonly fallback: string
  /** A value that holds a password is not printed. */
  readonly isSecret?: boolean
  /** @returns undefined for an invalid value */
  readonly read: (text: string) => Value | undefined
}

export const settings = {
  PORT: {
    about: 'Port to listen on; 0 picks a free one.',
    ...wholeNumber(0, 65_535, 4321),
  },
  HOST: {
    about: 'Address to listen on. The default is reachable from this machine only.',
    expected: 'a host name or an IP address',
    fallback: '127.0.0.1',
    read: (text: string) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  },
  DATABASE_URL: {
    about:
      'Where data is stored: a file or PostgreSQL. A relative path starts at the working directory.',
    expected: 'file:<path> or postgres://user:password@host:port/name',
    fallback: 'file:data/aman.db',
    isSecret: true,
    read: databaseAddress,
  },
  DATABASE_CONNECTIONS: {
    about: 'The most connections that this server opens to PostgreSQL.',
    ...wholeNumber(1, 1000, usualConnections),
  },
  TRAINING_URL: {
    about: 'URL of the training portal that team leads open; empty: none.',
    expected: 'a URL that starts with http:// or https://',
    fallback: '',
    read: webAddress,
  },
  PUBLIC_URL: {
    about: 'Public URL of this server, for links to receipts; empty: the address of each request.',
    expected: 'a URL without a path, for instance https://aman.your-firm.example',
    fallback: '',
    read: (text: string) => (text === '' ? null : webOrigin(text.replace(/\/$/, ''))),
  },
  ALLOWED_ORIGINS: {
    about: 'Other origins that may call the API, separated by commas.',
    expected: 'a list of exact origins, for instance https://www.your-firm.example',
    fallback: '',
    read: webOrigins,
  },
  ALLOWED_HOSTS: {
    about:
      'Host names that this server answers for, besides that of PUBLIC_URL, separated by commas; `*` allows all.',
    expected: 'a list of host names without scheme and port, or *',
    fallback: '',
    read: hostNames,
  },
  TRUST_PROXY: {
    about:
      'Number of reverse proxies in front of this server; their X-Forwarded headers are trusted.',
    ...wholeNumber(0, 10, 0),
  },
  GATEWAY_NETWORKS: {
    about: 'Networks that mail gateways may call from, separated by commas; empty: any.',
    expected: 'a list of networks, for instance 192.0.2.0/24,2001:db8::/32',
    fallback: '',
    read: (text: string) => (isNetworkList(text) ? text : undefined),
  },
  SMTP_URL: {
    about: 'The mail server; empty: each mail becomes a file.',
    expected: 'smtp://user:password@host:port or smtps://…',
    fallback: '',
    isSecret: true,
    read: mailServer,
  },
  MAIL_FROM: {
    about: 'Sender address of outgoing mail.',
    ...mailAddress('no-reply@aman.example'),
  },
  SUPPORT_EMAIL: {
    about: 'Recipient of support requests.',
    ...mailAddress('support@aman.example'),
  },
  OUTBOX_DIRECTORY: {
    about: 'Folder for mail when SMTP_URL is empty; empty: `outbox` beside the database.',
    expected: 'a path',
    fallback: '',
    read: (text: string) => text,
  },
  RECEIPT_SECRET: {
    about: 'Key that signs links to receipts; empty: generated once and stored in the database.',
    expected: 'at least 32 characters',
    fallback: '',
    isSecret: true,
    read: (text: string) => (text === '' || text.length >= 32 ? text : undefined),
  },
  RECEIPT_LINK_MINUTES: {
    about: 'How long a link to a receipt works.',
    ...wholeNumber(1, 10_080, 15),
  },
  SITE_DIRECTORY: {
    about: 'Folder of the built site; without it the server only serves the API.',
    ...folderOrFile('dist'),
  },
  POLICY_FILE: {
    about: 'The privacy policy that GET /privacy-policy returns.',
    ...folderOrFile('src/content/privacy-policy.yaml'),
  },
  FIRST_ADMIN_PASSWORD: {
    about: 'Password of the first admin in an empty database; empty: a random one, printed once.',
    expected: 'a password',
    fallback: '',
    isSecret: true,
    read: (text: string) => text,
  },
  FIRST_ADMIN_PASSWORD_FILE: {
    about: 'File that contains this password; takes precedence over FIRST_ADMIN_PASSWORD.',
    expected: 'a path',
    fallback: '',
    read: (text: string) => text,
  },
  ALLOW_DEMO_WITH_PUBLISHED_PASSWORDS: {
    about:
      '`yes` lets the demo, whose passwords are public, listen where other machines can reach it.',
    ...yesOrNo(),
  },
  SESSION_HOURS: {
    about: 'Hours after which a session ends, even if it is in use.',
    ...wholeNumber(1, 720, 12),
  },
  SESSION_IDLE_MINUTES: {
    about: 'Minutes without a call after which a session ends.',
    ...wholeNumber(2, 43_200, 60),
  },
  LOGIN_WINDOW_MINUTES: {
    about: 'Minutes for which a failed sign-in counts.',
    ...wholeNumber(1, 1440, 15),
  },
  LOGIN_FAILURES_PER_USERNAME: {
    about: 'Failed sign-ins with one username before that username has to wait.',
    ...wholeNumber(1, 1_000_000, 5),
  },
  LOGIN_FAILURES_PER_ADDRESS: {
    about: 'Failed sign-ins from one address before that address has to wait.',
    ...wholeNumber(1, 1_000_000, 30),
  },
  FAILED_SIGN_IN_DAYS: {
    about: 'Days for which the audit trail keeps a failed sign-in with an unknown username.',
    ...wholeNumber(1, 3650, 30),
  },
  SUPPORT_REQUESTS_PER_HOUR: {
    about: 'Support requests that one user may send within an hour.',
    ...wholeNumber(1, 1_000_000, 10),
  },
  PUBLIC_MAIL_EXCEPTIONS: {
    about: 'Domains of public mail providers that may have a green flag, separated by commas.',
    expected: 'a list of domains, for instance mail.your-firm.example',
    fallback: '',
    read: readDomains,
  },
  FLAGS_PER_USER: {
    about: 'The most flags that one user may have.',
    ...wholeNumber(1, 1_000_000, 1000),
  },
  MAX_CONNECTIONS: {
    about: 'The most open connections; the server closes further ones at once.',
    ...wholeNumber(10, 1_000_000, 2000),
  },
  SHUTDOWN_DELAY_SECONDS: {
    about:
      'Seconds for which a server that is stopping answers 503 at /api/ready and still serves requests.',
    ...wholeNumber(0, 600, 5),
  },
  ACCESS_LOG: {
    about: '`on` logs each request.',
    expected: 'on or off',
    fallback: 'off',
    read: (text: string) => ({ on: true, off: false })[text],
  },
  BODY_LIMIT_BYTES: {
    about: 'Largest request body in bytes; POST /scans accepts at least 1 MB.',
    ...wholeNumber(1000, 100_000_000, limits.bodyBytes),
  },
} satisfies Record<string, Setting<unknown>>
