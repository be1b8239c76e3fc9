import type { Authentication } from '../http/authentication-port.ts'
import { subjectOf } from '../http/cover.ts'
import { checkGateway } from './check-gateway.ts'
import { findKnownKey, noteUse } from './keys/gateway-keys.ts'

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
