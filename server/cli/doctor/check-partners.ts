import { secondMs } from '../../core/clock.ts'
import { commandLine } from '../../core/command-line.ts'
import type { Configuration } from '../../core/configuration.ts'
import { createOutboundFetch } from '../../core/outbound-fetch.ts'
import type { Database } from '../../database/tables/tables.ts'
import { findExpiringKeys, findNeedyKeys } from '../../gateways/gateways.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'

/** The other systems: rspamd, identity providers, receivers of webhooks, and keys of gateways. */
export async function checkPartners(
  database: Database,
  configuration: Configuration,
): Promise<readonly Finding[]> {
  return [
    await checkRspamd(configuration),
    ...(await checkProviders(database, configuration)),
    ...(await checkWebhooks(database)),
    ...(await checkKeys(database)),
  ]
}

async function checkRspamd({ rspamdUrl }: Configuration): Promise<Finding> {
  if (rspamdUrl === null) return leftOut('rspamd: RSPAMD_URL is not set')
  try {
    const answer = await fetch(`${rspamdUrl}/ping`, { signal: AbortSignal.timeout(5 * secondMs) })
    if ((await answer.text()).trim() !== 'pong') throw new Error(`it answers ${answer.status}`)
    return well(`rspamd answers at ${rspamdUrl}`)
  } catch (cause) {
    const mend = 'Correct RSPAMD_URL: the port of its normal worker, usually 11333.'
    return wrong(`rspamd does not answer at ${rspamdUrl}: ${reasonOf(cause)}`, mend)
  }
}

async function checkProviders(
  database: Database,
  { outboundPrivateNetworks, outboundProxies: proxies }: Configuration,
): Promise<readonly Finding[]> {
  const rows = await database
    .selectFrom('identity_providers')
    .innerJoin('organizations', 'organizations.id', 'identity_providers.organization_id')
    .select(['name', 'issuer'])
    .where('mode', '!=', 'off')
    .execute()
  const ask = createOutboundFetch({ privateNetworks: outboundPrivateNetworks, proxies })
  return Promise.all(
    rows.map(async ({ name, issuer }) => {
      const what = `Identity provider of ${name}, ${issuer}`
      try {
        const address = `${withoutFinalSlash(issuer)}/.well-known/openid-configuration`
        const answer = await ask(address)
        if (answer.status !== 200) throw new Error(`it answers ${answer.status}`)
        const known: unknown = await answer.json()
        const named = String(Object(known).issuer)
        if (withoutFinalSlash(named) !== withoutFinalSlash(issuer))
          throw new Error('it names another issuer')
        return well(`${what}: it answers`)
      } catch (cause) {
        const mend =
          'Correct the issuer, or open the firewall; OUTBOUND_PRIVATE_NETWORKS for one inside.'
        return wrong(`${what}: ${reasonOf(cause)}`, mend)
      }
    }),
  )
}

function withoutFinalSlash(address: string): string {
  return address.replace(/\/$/, '')
}

async function checkWebhooks(database: Database): Promise<readonly Finding[]> {
  const rows = await database
    .selectFrom('webhooks')
    .select(['url', 'pause', 'failing_since'])
    .where('pause', '!=', 'by_hand')
    .execute()
  return rows.map(({ url, pause, failing_since }) => {
    const { host } = new URL(url)
    const mend = 'Its deliveries on the admin dashboard say what the receiver answered.'
    if (pause !== 'no') return wrong(`The webhook to ${host} was paused: it is ${pause}`, mend)
    if (failing_since === null) return well(`The webhook to ${host} takes its messages`)
    return wrong(`The webhook to ${host} has taken nothing since ${failing_since}`, mend)
  })
}

async function checkKeys(database: Database): Promise<readonly Finding[]> {
  const now = new Date()
  const expiring = await findExpiringKeys(database, now)
  const needy = await findNeedyKeys(database, now)
  return [
    ...expiring.map(({ name, expires_at }) =>
      wrong(
        `A gateway key of ${name} expires on ${expires_at.slice(0, 10)}`,
        'Issue a new one, and enter it at the gateway before.',
      ),
    ),
    ...needy.map(explainNeedyKey),
  ]
}

function explainNeedyKey(key: Awaited<ReturnType<typeof findNeedyKeys>>[number]): Finding {
  const { id, note, scope, need, created_at, expires_at } = key
  const named = note === '' ? id : `'${note}' (${id})`
  const what = `The operator's gateway key ${named} with the scope '${scope}'`
  const revoke = `${commandLine('gateway-key')} --operator --revoke ${id}`
  if (need === 'unused') {
    const mend = `Enter it at the mail host: docs/connect-your-mail.md. If it is not needed: ${revoke}`
    return wrong(`${what} was issued on ${created_at.slice(0, 10)} and never used`, mend)
  }
  const end = expires_at?.slice(0, 10)
  const mend = `Extend it on the admin dashboard, under 'Gateway keys', or enter a new one at the mail host. If it is not needed: ${revoke}`
  return wrong(`${what} ${need === 'expired' ? 'expired' : 'expires'} on ${end}`, mend)
}
