import { dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import { usualSettings } from '../../hosting/setting-markers.ts'
import { isPostgresUrl } from './database-address.ts'
import { secretSettings, settings, siteSettings } from './settings.ts'
import { StartError } from './start-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Environment variables with invalid values: one line for each. */
class ConfigurationError extends StartError {
  override name = 'ConfigurationError'
}

const schema = v.pipe(
  v.object({ ...settings, ...siteSettings }),
  v.forward(
    v.partialCheck(
      [['METRICS_ADDRESS'], ['PORT']],
      ({ METRICS_ADDRESS: metrics, PORT: port }) => metrics === null || metrics.port !== port,
      'another port than that of the server',
    ),
    ['METRICS_ADDRESS'],
  ),
)

/** An empty variable counts as unset. */
function parse(environment: Environment) {
  const given = Object.entries(environment).filter(([, text]) => text !== '')
  return v.safeParse(schema, Object.fromEntries(given))
}

/** One line for each variable whose value is invalid. */
export function problemsOfSettings(environment: Environment): string[] {
  const expected = new Map<string, string>()
  for (const { path, message } of parse(environment).issues ?? []) {
    expected.set(String(path?.[0]?.key), message)
  }
  return [...expected].map(([variable, wanted]) => {
    const value = environment[variable] ?? ''
    const shown = secretSettings.has(variable) ? '…' : value
    // A program that hands an environment on may not know quotes.
    const hint = /^(["']).*\1$/.test(value) ? ', without quotes' : ''
    return `${variable} is '${shown}', but ${wanted} is expected${hint}`
  })
}

function readSettings(environment: Environment) {
  const read = parse(environment)
  if (read.success) return read.output
  throw new ConfigurationError(problemsOfSettings(environment).join('\n'))
}

/**
 * Reads the environment once, at start.
 * @throws StartError with a line for each invalid value
 */
export function readConfiguration(environment: Environment) {
  const read = readSettings(environment)
  const database = read.DATABASE_URL
  const outbox = read.OUTBOX_DIRECTORY
  /** Users can be told to look for mail; the usual outbox is for the operator alone. */
  const isMailRead = read.SMTP_URL !== null || outbox !== ''
  return {
    port: read.PORT,
    host: read.HOST,
    database: {
      address: database,
      connections: read.DATABASE_CONNECTIONS,
    },
    trainingUrl: read.TRAINING_URL,
    siteDirectory: read.SITE_DIRECTORY,
    siteOptions: {
      settings: {
        siteUrl: read.SITE_URL ?? read.PUBLIC_URL ?? usualSettings.siteUrl,
        apiUrl: read.PUBLIC_API_URL,
        salesEmail: read.PUBLIC_SALES_EMAIL,
        supportEmail: read.PUBLIC_SUPPORT_EMAIL,
      },
    },
    policyFile: read.POLICY_FILE,
    publicUrl: read.PUBLIC_URL,
    /** The origin of links in mails about accounts; null for no such mails. */
    linkOrigin: isMailRead ? read.PUBLIC_URL : null,
    allowedOrigins: read.ALLOWED_ORIGINS,
    allowedHosts: read.ALLOWED_HOSTS,
    gatewayNetworks: read.GATEWAY_NETWORKS,
    outboundPrivateNetworks: read.OUTBOUND_PRIVATE_NETWORKS,
    webhookPrivateNetworks: read.WEBHOOK_PRIVATE_NETWORKS,
    mailboxPrivateNetworks: read.MAILBOX_PRIVATE_NETWORKS,
    mailApplications: read.MAILBOX_SIGN_IN,
    outboundProxies:
      read.HTTP_PROXY === null && read.HTTPS_PROXY === null
        ? null
        : {
            HTTP_PROXY: read.HTTP_PROXY ?? '',
            HTTPS_PROXY: read.HTTPS_PROXY ?? '',
            NO_PROXY: read.NO_PROXY,
          },
    rspamdUrl: read.RSPAMD_URL,
    trustedProxies: read.TRUST_PROXY,
    tracingProxies: read.TRACING_PROXIES,
    mostConnections: read.MAX_CONNECTIONS,
    shutdownDelaySeconds: read.SHUTDOWN_DELAY_SECONDS,
    logsRequests: read.ACCESS_LOG,
    metricsAddress: read.METRICS_ADDRESS,
    tracesEndpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    showsDocs: read.API_DOCS,
    mail: {
      server: read.SMTP_URL,
      from: read.MAIL_FROM,
      support: read.SUPPORT_EMAIL,
      outboxDirectory: outbox === '' ? join(dataFolder(database), 'outbox') : resolve(outbox),
    },
    receipts: {
      secret: read.RECEIPT_SECRET,
      linkMinutes: read.RECEIPT_LINK_MINUTES,
    },
    ownPasswords: read.OWN_PASSWORDS,
    breachedPasswords: read.BREACHED_PASSWORDS,
    secretsKey: read.SECRETS_KEY,
    firstAdmin: {
      password: read.FIRST_ADMIN_PASSWORD,
      passwordFile: read.FIRST_ADMIN_PASSWORD_FILE,
    },
    allowsDemoOnNetwork: read.ALLOW_DEMO_WITH_PUBLISHED_PASSWORDS,
    trustablePublicMail: read.PUBLIC_MAIL_EXCEPTIONS,
    limits: {
      sessionHours: read.SESSION_HOURS,
      sessionIdleMinutes: read.SESSION_IDLE_MINUTES,
      signInWindowMinutes: read.LOGIN_WINDOW_MINUTES,
      signInFailuresPerUsername: read.LOGIN_FAILURES_PER_USERNAME,
      signInFailuresPerAddress: read.LOGIN_FAILURES_PER_ADDRESS,
      failedSignInDays: read.FAILED_SIGN_IN_DAYS,
      /** 0 keeps every entry. */
      auditDays: read.AUDIT_DAYS,
      invitationsPerDay: read.INVITATIONS_PER_DAY,
      supportRequestsPerHour: read.SUPPORT_REQUESTS_PER_HOUR,
      flagsPerUser: read.FLAGS_PER_USER,
      gatewaySilentHours: read.GATEWAY_SILENT_HOURS,
      bodyBytes: read.BODY_LIMIT_BYTES,
    },
  }
}

/** That of the database file; with PostgreSQL, that of the default file. */
function dataFolder(database: string): string {
  return isPostgresUrl(database) ? resolve('data') : dirname(database)
}

export type Configuration = ReturnType<typeof readConfiguration>
export type Limits = Configuration['limits']

const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** Where the server with this configuration answers on this machine. */
export function localAddress({ host, port }: Pick<Configuration, 'host' | 'port'>): string {
  const name = anyAddress[host] ?? (host.includes(':') ? `[${host}]` : host)
  return `http://${name}:${port}`
}
