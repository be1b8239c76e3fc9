import {
  gatewayKeyRequired,
  networkNotAllowed,
  organizationSuspended,
  wrongKeyScope,
} from '../../contract/core/common-errors.ts'
import { scopeOfAccess } from '../../contract/core/key-scope.ts'
import { productName } from '../../contract/core/product.ts'
import { HttpError } from '../core/http-error.ts'
import { isWithin } from '../core/networks.ts'
import type { Authentication, GatewayRequest, RefusedKey } from '../http/authentication-port.ts'
import { subjectOf } from '../http/cover.ts'
import { findKnownKey, type GatewayKey, noteUse, stateOfKey } from './keys/gateway-keys.ts'

interface Asked extends GatewayRequest {
  /** That key, where it is known. */
  readonly key: GatewayKey | undefined
  /** Those that all gateways may call from. */
  readonly gatewayNetworks: string
  readonly now: Date
}

type Refused = Pick<RefusedKey, 'reason' | 'error'>

/** @returns the key of a request that is taken */
function checkGateway(asked: Asked): GatewayKey | Refused {
  const { access, address, given, key, gatewayNetworks, now } = asked
  const isBrowser = access === 'joined-browser'
  // A stranger does not learn whether a key is valid. Browsers are not where the gateways are.
  if (!isBrowser && !isWithin(gatewayNetworks, address)) return refusedNetwork(address)
  if (key === undefined) return refusedKey(given === undefined ? 'no_key' : 'unknown_key')
  const state = stateOfKey(key, now)
  if (state !== 'valid') return refusedKey(`${state}_key`)
  if (!isWithin(key.networks, address)) return refusedNetwork(address)
  const { scope } = key
  const needed = scopeOfAccess[access]
  if (scope !== needed) {
    return { reason: 'scope', error: new HttpError(wrongKeyScope, { scope, needed }) }
  }
  // Flags stay available: without them a gateway would deliver what users have blocked.
  if ((isBrowser || access === 'gateway') && key.suspended_at !== null) {
    return { reason: 'suspended', error: new HttpError(organizationSuspended, {}) }
  }
  return key
}

/** Only gateways are offered Basic: a browser would ask its user for a password. */
const challenge = `Bearer, Basic realm="${productName} gateway", charset="UTF-8"`

function refusedKey(reason: Refused['reason']): Refused {
  const headers = { 'WWW-Authenticate': challenge }
  return { reason, error: new HttpError(gatewayKeyRequired, {}, { headers }) }
}

function refusedNetwork(address: string): Refused {
  return { reason: 'network', error: new HttpError(networkNotAllowed, { address }) }
}

/** For `Authentication`: finds the key of a request, judges both, and notes that the key was used. */
export const admitGateway: Authentication['admitGateway'] = async (services, request) => {
  const { given } = request
  const key = given === undefined ? undefined : await findKnownKey(services, given)
  const { gatewayNetworks, clock } = services
  const judged = checkGateway({ ...request, key, gatewayNetworks, now: clock() })
  if ('error' in judged)
    return { subject: key === undefined ? undefined : subjectOf(key.cover), ...judged }
  await noteUse(services, judged)
  return { cover: judged.cover }
}
