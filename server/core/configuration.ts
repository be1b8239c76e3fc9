import { dirname, join, resolve } from 'node:path'
import { isPostgresUrl } from '../database/address.ts'
import { type Setting, settings } from './settings.ts'
import { StartError } from './start-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** An environment variable with an invalid value. */
class ConfigurationError extends StartError {
  override name = 'ConfigurationError'

  constructor(variable: string, came: string, expected: string) {
    super(`${variable} is '${came}', but ${expected} is expected`)
  }
}

/** Reads the environment once, at start; an empty variable counts as unset. */
export function readConfiguration(environment: Environment) {
  function read<Value>(variable: string, setting: Setting<Value>): Value {
    const text = environment[variable] || setting.fallback
    const value = setting.read(text)
    if (value === undefined) {
      const shown = setting.isSecret === true ? '…' : text
      throw new ConfigurationError(variable, shown, setting.expected)
    }
    return value
  }
  const database = read('DATABASE_URL', settings.DATABASE_URL)
  const outbox = read('OUTBOX_DIRECTORY', settings.OUTBOX_DIRECTORY)
  return {
    port: read('PORT', settings.PORT),
    host: read('HOST', settings.HOST),
    database: {
      address: database,
      connections: read('DATABASE_CONNECTIONS', settings.DATABASE_CONNECTIONS),
    },
    trainingUrl: read('TRAINING_URL', settings.TRAINING_URL),
    siteDirectory: read('SITE_DIRECTORY', settings.SITE_DIRECTORY),
    policyFile: read('POLICY_FILE', settings.POLICY_FILE),
    publicUrl: read('PUBLIC_URL', settings.PUBLIC_URL),
    allowedOrigins: read('ALLOWED_ORIGINS', settings.ALLOWED_ORIGINS),
    allowedHosts: read('ALLOWED_HOSTS', settings.ALLOWED_HOSTS),
    gatewayNetworks: read('GATEWAY_NETWORKS', settings.GATEWAY_NETWORKS),
    trustedProxies: read('TRUST_PROXY', settings.TRUST_PROXY),
    mostConnections: read('MAX_CONNECTIONS', settings.MAX_CONNECTIONS),
    shutdownDelaySeconds: read('SHUTDOWN_DELAY_SECONDS', settings.SHUTDOWN_DELAY_SECONDS),
    logsRequests: read('ACCESS_LOG', settings.ACCESS_LOG),
    mail: {
      server: read('SMTP_URL', settings.SMTP_URL),
      from: read('MAIL_FROM', settings.MAIL_FROM),
      support: read('SUPPORT_EMAIL', settings.SUPPORT_EMAIL),
      outboxDirectory: outbox === '' ? usualOutbox(database) : resolve(outbox),
    },
    receipts: {
      secret: read('RECEIPT_SECRET', settings.RECEIPT_SECRET),
      linkMinutes: read('RECEIPT_LINK_MINUTES', settings.RECEIPT_LINK_MINUTES),
    },
    firstAdmin: {
      password: read('FIRST_ADMIN_PASSWORD', settings.FIRST_ADMIN_PASSWORD),
      passwordFile: read('FIRST_ADMIN_PASSWORD_FILE', settings.FIRST_ADMIN_PASSWORD_FILE),
    },
    allowsDemoOnNetwork: read(
      'ALLOW_DEMO_WITH_PUBLISHED_PASSWORDS',
      settings.ALLOW_DEMO_WITH_PUBLISHED_PASSWORDS,
    ),
    trustablePublicMail: read('PUBLIC_MAIL_EXCEPTIONS', settings.PUBLIC_MAIL_EXCEPTIONS),
    limits: {
      sessionHours: read('SESSION_HOURS', settings.SESSION_HOURS),
      sessionIdleMinutes: read('SESSION_IDLE_MINUTES', settings.SESSION_IDLE_MINUTES),
      signInWindowMinutes: read('LOGIN_WINDOW_MINUTES', settings.LOGIN_WINDOW_MINUTES),
      signInFailuresPerUsername: read(
        'LOGIN_FAILURES_PER_USERNAME',
        settings.LOGIN_FAILURES_PER_USERNAME,
      ),
      signInFailuresPerAddress: read(
        'LOGIN_FAILURES_PER_ADDRESS',
        settings.LOGIN_FAILURES_PER_ADDRESS,
      ),
      failedSignInDays: read('FAILED_SIGN_IN_DAYS', settings.FAILED_SIGN_IN_DAYS),
      supportRequestsPerHour: read('SUPPORT_REQUESTS_PER_HOUR', settings.SUPPORT_REQUESTS_PER_HOUR),
      flagsPerUser: read('FLAGS_PER_USER', settings.FLAGS_PER_USER),
      bodyBytes: read('BODY_LIMIT_BYTES', settings.BODY_LIMIT_BYTES),
    },
  }
}

/** Next to the database file; with PostgreSQL, next to where the default file would be. */
function usualOutbox(database: string): string {
  return isPostgresUrl(database) ? resolve('data/outbox') : join(dirname(database), 'outbox')
}

export type Configuration = ReturnType<typeof readConfiguration>
export type Limits = Configuration['limits']
