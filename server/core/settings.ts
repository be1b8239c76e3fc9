import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { limits } from '../../contract/core/limits.ts'
import { usualSettings } from '../../hosting/setting-markers.ts'
import { usualConnections } from './database-address.ts'
import {
  apiUrl,
  certificateFile,
  database,
  domains,
  either,
  host,
  hostNames,
  listenAddress,
  mailAddress,
  mailApplications,
  mailServer,
  networks,
  onOrOff,
  origins,
  plainMailbox,
  publicUrl,
  secretKey,
  serverAddress,
  text,
  timeZone,
  webAddress,
  wholeNumber,
} from './setting-values.ts'

/** @param usual the default, as it would be written in the environment */
function setting<Output>(schema: v.GenericSchema<string, Output>, usual: string | number = '') {
  return v.optional(schema, String(usual))
}

/** A value that holds a password is not printed. */
function secret<Output>(schema: v.GenericSchema<string, Output>, usual?: string) {
  return v.pipe(setting(schema, usual), v.metadata({ isSecret: true }))
}

const repository = resolve(import.meta.dirname, '../..')

/**
 * The environment variables. docs/configuration.md describes them, and a test compares names, valid
 * values and defaults.
 */
export const settings = {
  PORT: setting(wholeNumber(0, 65_535), 4321),
  HOST: setting(host, '127.0.0.1'),
  DATABASE_URL: secret(database, 'file:data/aman.db'),
  DATABASE_CONNECTIONS: setting(wholeNumber(1, 1000), usualConnections),
  TRAINING_URL: setting(webAddress),
  PUBLIC_URL: setting(publicUrl),
  ALLOWED_ORIGINS: setting(origins),
  ALLOWED_HOSTS: setting(hostNames),
  TRUST_PROXY: setting(wholeNumber(0, 10), 0),
  TRACING_PROXIES: setting(networks),
  GATEWAY_NETWORKS: setting(networks),
  GATEWAY_SILENT_HOURS: setting(wholeNumber(1, 8760), 24),
  OUTBOUND_PRIVATE_NETWORKS: setting(networks),
  WEBHOOK_PRIVATE_NETWORKS: setting(networks),
  MAILBOX_PRIVATE_NETWORKS: setting(networks),
  MAILBOX_SIGN_IN: secret(mailApplications),
  // Not printed: an operator may have written a password into it, which is invalid.
  RSPAMD_URL: secret(serverAddress),
  SMTP_URL: secret(mailServer),
  MAIL_FROM: setting(mailAddress, 'no-reply@aman.example'),
  SUPPORT_EMAIL: setting(mailAddress, 'support@aman.example'),
  OUTBOX_DIRECTORY: setting(text('a path')),
  RECEIPT_SECRET: secret(secretKey),
  SECRETS_KEY: secret(secretKey),
  RECEIPT_LINK_MINUTES: setting(wholeNumber(1, 10_080), 15),
  SITE_DIRECTORY: setting(text('a path'), join(repository, 'dist')),
  POLICY_FILE: setting(text('a path'), join(repository, 'src/content/privacy-policy.yaml')),
  FIRST_ADMIN_PASSWORD: secret(text('a password')),
  FIRST_ADMIN_PASSWORD_FILE: setting(text('a path')),
  OWN_PASSWORDS: setting(onOrOff),
  BREACHED_PASSWORDS: setting(text('a path')),
  ALLOW_DEMO_WITH_PUBLISHED_PASSWORDS: setting(either('yes', 'no'), 'no'),
  SESSION_HOURS: setting(wholeNumber(1, 720), 12),
  SESSION_IDLE_MINUTES: setting(wholeNumber(2, 43_200), 60),
  LOGIN_WINDOW_MINUTES: setting(wholeNumber(1, 1440), 15),
  LOGIN_FAILURES_PER_USERNAME: setting(wholeNumber(1, 1_000_000), 5),
  LOGIN_FAILURES_PER_ADDRESS: setting(wholeNumber(1, 1_000_000), 30),
  FAILED_SIGN_IN_DAYS: setting(wholeNumber(1, 3650), 30),
  AUDIT_DAYS: setting(wholeNumber(0, 36_500), 0),
  INVITATIONS_PER_DAY: setting(wholeNumber(1, 1_000_000), 200),
  SUPPORT_REQUESTS_PER_HOUR: setting(wholeNumber(1, 1_000_000), 10),
  PUBLIC_MAIL_EXCEPTIONS: setting(domains),
  FLAGS_PER_USER: setting(wholeNumber(1, 1_000_000), 1000),
  MAX_CONNECTIONS: setting(wholeNumber(10, 1_000_000), 2000),
  SHUTDOWN_DELAY_SECONDS: setting(wholeNumber(0, 600), 5),
  ACCESS_LOG: setting(either('on', 'off'), 'off'),
  METRICS_ADDRESS: setting(listenAddress),
  OTEL_EXPORTER_OTLP_ENDPOINT: secret(webAddress),
  // The exporter itself reads it.
  OTEL_EXPORTER_OTLP_HEADERS: secret(text('names and values, for instance api-key=…')),
  API_DOCS: setting(either('on', 'off'), 'off'),
  // They may hold a password.
  HTTPS_PROXY: secret(webAddress),
  HTTP_PROXY: secret(webAddress),
  NO_PROXY: setting(text('a list of hosts, for instance intranet.your-firm.example')),
  // Node.js itself reads these two.
  NODE_EXTRA_CA_CERTS: setting(certificateFile),
  TZ: setting(timeZone),
  BODY_LIMIT_BYTES: setting(wholeNumber(1000, 100_000_000), limits.bodyBytes),
}

/** Those of the site, which a release fills in; a build of one's own has written them into the pages. */
export const siteSettings = {
  SITE_URL: setting(publicUrl),
  PUBLIC_API_URL: setting(apiUrl, usualSettings.apiUrl),
  PUBLIC_SALES_EMAIL: setting(plainMailbox, usualSettings.salesEmail),
  PUBLIC_SUPPORT_EMAIL: setting(plainMailbox, usualSettings.supportEmail),
}

export const secretSettings: ReadonlySet<string> = new Set(
  Object.entries(settings).flatMap(([name, schema]) =>
    'isSecret' in v.getMetadata(schema) ? name : [],
  ),
)
