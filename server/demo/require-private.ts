import type { Configuration } from '../core/configuration.ts'
import { isPostgresUrl } from '../core/database-address.ts'
import { hashSecret } from '../core/secrets.ts'
import { StartError } from '../core/start-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { isOwnMachine } from '../http/connections/host.ts'
import { demoOrganizations } from './accounts.ts'

const ownNetworks = '127.0.0.0/8,::1/128'

/**
 * Defaults of the demo: its mail is printed, so it offers what needs mail, with links to itself,
 * and identity providers may be on the same machine, if only this machine reaches the demo.
 */
export function demoConfiguration(configuration: Configuration): Configuration {
  const { publicUrl, host, outboundPrivateNetworks } = configuration
  return {
    ...configuration,
    linkOrigin: publicUrl ?? ownAddress(configuration),
    // Where others reach the demo, its published passwords let them name a provider.
    outboundPrivateNetworks: outboundPrivateNetworks || (isOwnMachine(host) ? ownNetworks : ''),
  }
}

/** Null on a port that the system chooses, and where other machines reach the demo under another name. */
function ownAddress({ host, port }: Configuration): string | null {
  if (port === 0 || !isOwnMachine(host)) return null
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

type Relevant = Pick<
  Configuration,
  'publicUrl' | 'trustedProxies' | 'mail' | 'database' | 'host' | 'allowsDemoOnNetwork'
>

/**
 * The demo's passwords and gateway keys are published, so it must run only on a local machine and not
 * with production settings.
 * @throws StartError that names the setting
 */
export function requirePrivate(configuration: Relevant): void {
  const setting = productionSetting(configuration)
  if (setting !== undefined) {
    throw new StartError(
      `The demo has published passwords and does not start with ${setting} set: use npm run serve`,
    )
  }
  const { host, allowsDemoOnNetwork } = configuration
  if (allowsDemoOnNetwork || isOwnMachine(host)) return
  throw new StartError(
    `The demo has published passwords and does not listen on ${host}, where others reach it: use npm run serve, or set ALLOW_DEMO_WITH_PUBLISHED_PASSWORDS=yes`,
  )
}

function productionSetting({ publicUrl, trustedProxies, mail, database }: Relevant) {
  if (publicUrl !== null && !isOwnMachine(new URL(publicUrl).hostname)) return 'PUBLIC_URL'
  if (trustedProxies > 0) return 'TRUST_PROXY'
  if (mail.server !== null) return 'SMTP_URL'
  if (isPostgresUrl(database.address)) return 'DATABASE_URL (PostgreSQL)'
  return undefined
}

/**
 * Whether the demo filled this database. Checked by its gateway keys: they are unique to the demo, and
 * their rows stay when keys are revoked, users renamed or removed, and passwords changed.
 */
export async function holdsDemo(database: Database): Promise<boolean> {
  const hashes = demoOrganizations.map(({ gatewayKey }) => hashSecret(gatewayKey))
  const key = await database
    .selectFrom('gateway_keys')
    .select('id')
    .where('key_hash', 'in', hashes)
    .limit(1)
    .executeTakeFirst()
  return key !== undefined
}
