import { dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import { usualSettings } from '../../hosting/setting-markers.ts'
import { isPostgresUrl } from './database-address.ts'
import { secretSettings, settings, siteSettings } from './settings.ts'
import { StartError } from './start-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** An environment variable with an invalid value. */
class ConfigurationError extends StartError {
  override name = 'ConfigurationError'
}

/** An empty variable counts as unset. */
function readSettings(environment: Environment) {
  const given = Object.entries(environment).filter(([, text]) => text !== '')
  const read = v.safeParse(v.object({ ...settings, ...siteSettings }), Object.fromEntries(given))
  if (read.success) return read.output
  const [{ path, message }] = read.issues
  const variable = String(path?.[0].key)
  const shown = secretSettings.has(variable) ? '…' : environment[variable]
  throw new ConfigurationError(`${variable} is '${shown}', but ${message} is expected`)
}

/** Reads the environment once, at start. */
export function readConfiguration(environment: Environment) {
  const read = readSettings(environment)
  const database = read.DATABASE_URL
  const metrics = read.METRICS_ADDRESS
  if (metrics !== null && metrics.port === read.PORT) {
    const expected = 'another port than that of the server is expected'
    throw new ConfigurationError(
      `METRICS_ADDRESS is '${environment.METRICS_ADDRESS}', but ${expected}`,
    )
  }
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
      keptFolder: join(dataFolder(database), 'site-cache'),
    },
    policyFile: read.POLICY_FILE,
    publicUrl: read.PUBLIC_URL,
    /** What links in mails about accounts begin with; null for no such mails. */
    linkOrigin: isMailRead ? read.PUBLIC_URL : null,
    allowedOrigins: read.ALLOWED_ORIGINS,
    allowedHosts: read.ALLOWED_HOSTS,
    gatewayNetworks: read.GATEWAY_NETWORKS,
    outboundPrivateNetworks: read.OUTBOUND_PRIVATE_NETWORKS,
    webhookPrivateNetworks: read.WEBHOOK_PRIVATE_NETWORKS,
    rspamdUrl: read.RSPAMD_URL,
    trustedProxies: read.TRUST_PROXY,
    tracingProxies: read.TRACING_PROXIES,
    mostConnections: read.MAX_CONNECTIONS,
    shutdownDelaySeconds: read.SHUTDOWN_DELAY_SECONDS,
    logsRequests: read.ACCESS_LOG,
    metricsAddress: metrics,
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
