import type { HonoRequest } from 'hono'
import { can } from '../../src/lib/contract/permissions.ts'
import { findSession, type Session } from '../accounts/sessions.ts'
import { findGatewayKey, noteUse } from '../organizations/gateway-keys.ts'
import type { Parts } from '../parts.ts'
import type { CallContext, PersonEndpoint } from './bind.ts'
import { clientAddress } from './forwarded.ts'
import { isWithin } from './networks.ts'
import { Refusal } from './refusals.ts'

/** @throws Refusal 401 without a session that holds (R340), 403 without the permission (R337) */
export async function requirePerson(
  parts: Parts,
  context: CallContext,
  { access, method, path, isBackground = false }: PersonEndpoint,
): Promise<Session> {
  const session = await findCaller(parts, context, { isBackground })
  if (session === undefined) throw unauthorized('Not signed in, or the session has ended')
  if (access !== 'signed-in' && !can(session.person.role, access)) {
    const address = clientAddress(context, parts.trustedProxies)
    await parts.recordRefusal(session, `${method} ${path}`, address)
    throw new Refusal(403, 'Your role does not allow this')
  }
  return session
}

/** @returns undefined without a session that holds */
export async function findCaller(
  parts: Parts,
  context: CallContext,
  use?: { readonly isBackground: boolean },
): Promise<Session | undefined> {
  const token = bearerToken(context.req)
  return token === undefined ? undefined : findSession(parts, token, use)
}

/**
 * @returns the id of the organization whose gateway calls
 * @throws Refusal 401 without a valid key, 403 from a network that is not allowed
 */
export async function requireGateway(parts: Parts, context: CallContext): Promise<string> {
  const address = clientAddress(context, parts.trustedProxies)
  requireNetwork(parts.gatewayNetworks, address)
  const bearer = bearerToken(context.req)
  const key = bearer === undefined ? undefined : await findGatewayKey(parts, bearer)
  if (key === undefined) throw unauthorized('A valid gateway key is required')
  requireNetwork(key.networks, address)
  await noteUse(parts, key)
  return key.organization_id
}

function requireNetwork(networks: string, address: string): void {
  if (isWithin(networks, address)) return
  throw new Refusal(403, `Gateways may not call from ${address || 'an unknown address'}`)
}

function bearerToken(request: HonoRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1]
}

function unauthorized(words: string): Refusal {
  return new Refusal(401, words, { 'WWW-Authenticate': 'Bearer' })
}
