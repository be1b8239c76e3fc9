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

/** One environment variable; the README's table is made from these. */
export interface Setting<Value> {
  readonly about: string
  /** What a good value is, as an error says it. */
  readonly expected: string
  /** Text as it would be written in the environment. */
  readonly fallback: string
  /** What holds a password is not repeated on the screen. */
  readonly isSecret?: boolean
  /** @returns undefined for a bad value */
  readonly read: (text: string) => Value | undefined
}

export const settings = {
  PORT: {
    about: 'Port to listen on; 0 takes a free one.',
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
      'Where the data is kept: a file, or PostgreSQL. A relative path starts at the working directory.',
    expected: 'file:<path> or postgres://user:password@host:port/name',
    fallback: 'file:data/aman.db',
    isSecret: true,
    read: databaseAddress,
  },
  DATABASE_CONNECTIONS: {
    about: 'How many connections to PostgreSQL this server opens at most.',
    ...wholeNumber(1, 1000, usualConnections),
  },
  TRAINING_URL: {
    about: 'The training portal that team leads open; empty for none.',
    expected: 'a URL that starts with http:// or https://',
    fallback: '',
    read: webAddress,
  },
  PUBLIC_URL: {
    about: 'Where people reach this server, for links to receipts; empty: as each request did.',
    expected: 'a URL without a path, for instance https://aman.your-firm.example',
    fallback: '',
    read: (text: string) => (text === '' ? null : webOrigin(text.replace(/\/$/, ''))),
  },
  ALLOWED_ORIGINS: {
    about: 'Sites elsewhere that may call the API, with commas between them.',
    expected: 'a list of exact origins, for instance https://www.your-firm.example',
    fallback: '',
    read: webOrigins,
  },
  ALLOWED_HOSTS: {
    about:
      'More names that this server answers for, with commas between them, besides that of PUBLIC_URL; `*` answers for all.',
    expected: 'a list of host names without scheme and port, or *',
    fallback: '',
    read: hostNames,
  },
  TRUST_PROXY: {
    about: 'How many reverse proxies stand in front; their X-Forwarded headers are believed.',
    ...wholeNumber(0, 10, 0),
  },
  GATEWAY_NETWORKS: {
    about: 'Networks that mail gateways may call from, with commas between them; empty: any.',
    expected: 'a list of networks, for instance 192.0.2.0/24,2001:db8::/32',
    fallback: '',
    read: (text: string) => (isNetworkList(text) ? text : undefined),
  },
  SMTP_URL: {
    about: 'The mail server; without one each mail becomes a file.',
    expected: 'smtp://user:password@host:port or smtps://…',
    fallback: '',
    isSecret: true,
    read: mailServer,
  },
  MAIL_FROM: {
    about: 'The address that mail comes from.',
    ...mailAddress('no-reply@aman.example'),
  },
  SUPPORT_EMAIL: {
    about: 'Where support requests go.',
    ...mailAddress('support@aman.example'),
  },
  OUTBOX_DIRECTORY: {
    about: 'Where mail goes without SMTP_URL; empty: `outbox` beside the database.',
    expected: 'a path',
    fallback: '',
    read: (text: string) => text,
  },
  RECEIPT_SECRET: {
    about: 'Signs the links to receipts; empty: one that is made once and kept in the database.',
    expected: 'at least 32 characters',
    fallback: '',
    isSecret: true,
    read: (text: string) => (text === '' || text.length >= 32 ? text : undefined),
  },
  RECEIPT_LINK_MINUTES: {
    about: 'For how long a link to a receipt opens.',
    ...wholeNumber(1, 10_080, 15),
  },
  SITE_DIRECTORY: {
    about: 'The built site; without it only the API is served.',
    ...folderOrFile('dist'),
  },
  POLICY_FILE: {
    about: 'The privacy policy that GET /privacy-policy answers.',
    ...folderOrFile('src/content/privacy-policy.yaml'),
  },
  FIRST_ADMIN_PASSWORD: {
    about:
      'The password of the first admin of an empty database; empty: a random one, printed once.',
    expected: 'a password',
    fallback: '',
    isSecret: true,
    read: (text: string) => text,
  },
  FIRST_ADMIN_PASSWORD_FILE: {
    about: 'A file that holds that password; it wins over FIRST_ADMIN_PASSWORD.',
    expected: 'a path',
    fallback: '',
    read: (text: string) => text,
  },
  ALLOW_DEMO_WITH_PUBLISHED_PASSWORDS: {
    about:
      'yes lets the demo, whose passwords are published, listen where other machines reach it.',
    ...yesOrNo(),
  },
  SESSION_HOURS: {
    about: 'A session ends after so many hours, whatever happens.',
    ...wholeNumber(1, 720, 12),
  },
  SESSION_IDLE_MINUTES: {
    about: 'A session ends after so many minutes without a call.',
    ...wholeNumber(2, 43_200, 60),
  },
  LOGIN_WINDOW_MINUTES: {
    about: 'For how long a failed sign-in counts.',
    ...wholeNumber(1, 1440, 15),
  },
  LOGIN_FAILURES_PER_USERNAME: {
    about: 'Failed sign-ins with one username before it has to wait.',
    ...wholeNumber(1, 1_000_000, 5),
  },
  LOGIN_FAILURES_PER_ADDRESS: {
    about: 'Failed sign-ins from one address before it has to wait.',
    ...wholeNumber(1, 1_000_000, 30),
  },
  FAILED_SIGN_IN_DAYS: {
    about: 'For so many days the audit trail keeps a failed sign-in with an unknown username.',
    ...wholeNumber(1, 3650, 30),
  },
  SUPPORT_REQUESTS_PER_HOUR: {
    about: 'Support requests of one person within an hour before they have to wait.',
    ...wholeNumber(1, 1_000_000, 10),
  },
  PUBLIC_MAIL_EXCEPTIONS: {
    about: 'Domains of public mail providers that may have a green flag, with commas between them.',
    expected: 'a list of domains, for instance mail.your-firm.example',
    fallback: '',
    read: readDomains,
  },
  FLAGS_PER_USER: {
    about: 'How many flags one user may have.',
    ...wholeNumber(1, 1_000_000, 1000),
  },
  MAX_CONNECTIONS: {
    about: 'How many connections the server keeps open at most; more are closed at once.',
    ...wholeNumber(10, 1_000_000, 2000),
  },
  SHUTDOWN_DELAY_SECONDS: {
    about:
      'For how long a server that is told to stop says so at /api/ready and answers all the same.',
    ...wholeNumber(0, 600, 5),
  },
  ACCESS_LOG: {
    about: 'Whether each request is a line in the log.',
    expected: 'on or off',
    fallback: 'off',
    read: (text: string) => ({ on: true, off: false })[text],
  },
  BODY_LIMIT_BYTES: {
    about: 'The largest request body; POST /scans takes 1 MB at least.',
    ...wholeNumber(1000, 100_000_000, limits.bodyBytes),
  },
} satisfies Record<string, Setting<unknown>>
