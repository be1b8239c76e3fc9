import { type KeyScope, keyScopes } from '../../../contract/core/key-scope.ts'
import type { Clock } from '../../core/clock.ts'
import { isNetworkList } from '../../core/networks.ts'
import { StartError } from '../../core/start-error.ts'
import type { ListedKey } from '../../gateways/keys/gateway-keys.ts'

/** The command's options for a key. */
export interface GivenKey {
  readonly label: string
  readonly expires?: string | undefined
  readonly networks: string
  readonly scope: string
}

/** @throws StartError for a past or invalid date, invalid networks and an unknown scope */
export function keyOptions(
  { label, expires, networks, scope: given }: GivenKey,
  clock: Clock,
  scopes: readonly KeyScope[] = keyScopes,
) {
  if (!isNetworkList(networks))
    throw new StartError(`--networks: ${networks} is no list of networks`)
  const scope = scopes.find((known) => known === given)
  if (scope === undefined) throw new StartError(`--scope: ${given} is no scope of a key`)
  return {
    label,
    networks,
    scope,
    expires_at: expires === undefined ? null : expiryOf(expires, clock),
  }
}

function expiryOf(date: string, clock: Clock): string {
  const expires = new Date(`${date}T00:00:00Z`)
  const isDate = !Number.isNaN(expires.getTime()) && expires.toISOString().startsWith(date)
  if (!isDate || expires <= clock()) throw new StartError(`--expires: ${date} is no day to come`)
  return expires.toISOString()
}

/** A line of the list of keys. */
export function rowOf(key: ListedKey, clock: Clock, covered: readonly string[] = []): string {
  return [
    key.id,
    `issued ${key.created_at}`,
    stateOf(key, clock),
    ...covered,
    `scope ${key.scope}`,
    `last used ${key.last_used_at ?? 'never'}`,
    ...(key.networks === '' ? [] : [`from ${key.networks}`]),
    key.label,
  ]
    .join('  ')
    .trimEnd()
}

function stateOf({ revoked_at, expires_at }: ListedKey, clock: Clock): string {
  if (revoked_at !== null) return `revoked ${revoked_at}`
  if (expires_at === null) return 'valid'
  return expires_at > clock().toISOString() ? `valid until ${expires_at}` : `expired ${expires_at}`
}
