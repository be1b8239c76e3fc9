import type { HonoRequest } from 'hono'
import { auth as readBasic } from 'hono/utils/basic-auth'
import {
  confirmationRequired,
  forbidden,
  gatewayKeyRequired,
  mustAddFactor,
  mustChangePassword,
  networkNotAllowed,
  organizationSuspended,
  unauthorized,
  wrongKeyScope,
} from '../../contract/common-errors.ts'
import type { Restriction } from '../../contract/endpoint.ts'
import type { ErrorDefinition } from '../../contract/errors.ts'
import { type GatewayAccess, scopeOfAccess } from '../../contract/fields/key-scope.ts'
import { mayUse } from '../../contract/permissions.ts'
import { productName } from '../../contract/product.ts'
import { permittedUser } from '../accounts/organization-admin.ts'
import { restrictionOf } from '../accounts/restriction.ts'
import { findSession, isRecentlyConfirmed, type Session } from '../accounts/sessions.ts'
import { actorOf } from '../audit/record.ts'
import type { Services } from '../core/services.ts'
import { findGatewayKey, noteUse } from '../organizations/gateway-keys.ts'
import type { CallContext, UserEndpoint } from './call-context.ts'
import { clientAddress } from './forwarded.ts'
import { HttpError } from './http-error.ts'
import { isWithin } from './networks.ts'

const errorOf: Readonly<Record<Restriction, ErrorDefinition>> = {
  'own-password': mustChangePassword,
  factor: mustAddFactor,
}

/**
 * @throws HttpError 401 without a valid session (R340), 403 without the permission (R337), a password of
 * the user's own, a second factor or a confirmation that the call needs
 */
export async function requireUser(
  services: Services,
  context: CallContext,
  {
    access,
    method,
    path,
    isBackground = false,
    isOpenWhileRestricted,
    requiresRecentConfirmation,
  }: UserEndpoint,
): Promise<Session> {
  const session = await findCaller(services, context, { isBackground })
  if (session === undefined) throw askFor(unauthorized, 'Bearer')
  if (access !== 'signed-in' && !mayUse(permittedUser(session.user), access)) {
    const address = clientAddress(context, services.trustedProxies)
    await services.recordDenial(actorOf({ ...session, address }), `${method} ${path}`)
    throw new HttpError(forbidden, {})
  }
  if (isOpenWhileRestricted !== true) {
    const restriction = await restrictionOf(services, session)
    if (restriction !== undefined && restriction !== isOpenWhileRestricted) {
      throw new HttpError(errorOf[restriction], {})
    }
  }
  if (requiresRecentConfirmation) requireRecentConfirmation(services, session)
  return session
}

/**
 * For a call that needs it only with some inputs; the endpoint's property is for all of them.
 * @throws HttpError 403 if the user's last proof of who they are is ten minutes old (A528)
 */
export function requireRecentConfirmation(
  services: Pick<Services, 'clock'>,
  session: Pick<Session, 'confirmedAt'>,
): void {
  if (!isRecentlyConfirmed(services, session)) throw new HttpError(confirmationRequired, {})
}

/** @returns undefined without a valid session */
export async function findCaller(
  services: Services,
  context: CallContext,
  use?: { readonly isBackground: boolean },
): Promise<Session | undefined> {
  const token = bearerToken(context.req)
  return token === undefined ? undefined : findSession(services, token, use)
}

/**
 * The key of a gateway is a bearer token, or the password of Basic authentication.
 * @returns the id of the gateway's organization
 * @throws HttpError 401 without a valid key, 403 from a network that is not allowed or with a key of
 * another scope, or of a suspended organization
 */
export async function requireGateway(
  services: Services,
  context: CallContext,
  access: GatewayAccess,
): Promise<string> {
  const address = clientAddress(context, services.trustedProxies)
  requireNetwork(services.gatewayNetworks, address)
  const given = bearerToken(context.req) ?? basicPassword(context.req)
  const key = given === undefined ? undefined : await findGatewayKey(services, given)
  if (key === undefined) throw askFor(gatewayKeyRequired, gatewayChallenge)
  requireNetwork(key.networks, address)
  const { scope } = key
  const needed = scopeOfAccess[access]
  if (scope !== needed) throw new HttpError(wrongKeyScope, { scope, needed })
  // Flags stay available: without them a gateway would deliver what users have blocked.
  if (access === 'gateway' && key.suspended_at !== null) {
    throw new HttpError(organizationSuspended, {})
  }
  await noteUse(services, key)
  return key.organization_id
}

function requireNetwork(networks: string, address: string): void {
  if (isWithin(networks, address)) return
  throw new HttpError(networkNotAllowed, { address })
}

export function bearerToken(request: HonoRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1]
}

/**
 * Mail filters such as rspamd know no other scheme (RFC 7617). The user name is not read, and the
 * password may contain colons.
 */
function basicPassword(request: HonoRequest): string | undefined {
  return readBasic(request.raw)?.password
}

/** Only gateways are offered Basic: a browser would ask its user for a password. */
const gatewayChallenge = `Bearer, Basic realm="${productName} gateway", charset="UTF-8"`

function askFor(error: ErrorDefinition, challenge: string): HttpError {
  return new HttpError(error, {}, { headers: { 'WWW-Authenticate': challenge } })
}
