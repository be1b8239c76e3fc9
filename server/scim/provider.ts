import { setTimeout } from 'node:timers/promises'
import type { Database } from '../database/tables/tables.ts'
import { bearerToken } from '../http/authentication.ts'
import { nameSender } from '../http/body-room.ts'
import type { CallContext } from '../http/call-context.ts'
import { clientAddress, requestOrigin } from '../http/forwarded.ts'
import type { Services } from '../http/services.ts'
import type { Changer } from '../users/users.ts'
import { ScimError, scimBase } from './scim-answer.ts'
import { findScimToken, noteUse, rereadScimToken } from './tokens.ts'

/** For one organization. Providers send a few changes at a time. */
const mostWaiting = 100
const retryAfterSeconds = 2

type Change = () => Promise<void>

/** The changes that wait, by organization, in the order of their turns. */
type Lines = Map<string, Change[]>

/** By the database of the server. */
const linesOf = new WeakMap<Database, Lines>()

/**
 * Runs the changes of an organization in their order, one at a time, and lets organizations take turns.
 * @throws ScimError 429 when too many changes of the organization wait
 */
export function inTurnOf<Result>(
  database: Database,
  organizationId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lines = linesOf.get(database) ?? new Map<string, Change[]>()
  linesOf.set(database, lines)
  const line = lines.get(organizationId) ?? []
  if (line.length >= mostWaiting) {
    throw new ScimError(
      429,
      'Too many changes of this organization wait. Try again in a few seconds.',
      { headers: { 'Retry-After': String(retryAfterSeconds) } },
    )
  }
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  line.push(() => work().then(resolve, reject))
  const isIdle = lines.size === 0
  lines.set(organizationId, line)
  if (isIdle) void serve(lines)
  return promise
}

/**
 * One change at a time, and after each a pause as long as it took, so that providers that send many
 * leave other calls at least half of the time.
 */
async function serve(lines: Lines): Promise<void> {
  for (let first = firstOf(lines); first !== undefined; first = firstOf(lines)) {
    const [organizationId, line] = first
    const startedMs = performance.now()
    await line.shift()?.()
    await setTimeout(performance.now() - startedMs)
    lines.delete(organizationId)
    // Behind all that came meanwhile.
    if (line.length > 0) lines.set(organizationId, line)
  }
}

function firstOf(lines: Lines): [organizationId: string, line: Change[]] | undefined {
  return lines.entries().next().value
}

/** An identity provider with a token of an organization. */
export interface Provider {
  readonly organizationId: string
  readonly changer: Changer
  /** The base address of SCIM. */
  readonly base: string
}

/** @throws ScimError 401 without a valid token, 403 for a suspended organization */
export async function requireProvider(services: Services, context: CallContext): Promise<Provider> {
  const given = bearerToken(context.req)
  const token = requireOpen(
    given === undefined ? undefined : await findScimToken(services.database, given),
  )
  nameSender(context.req, token.organization_id)
  await noteUse(services, token)
  const address = clientAddress(context, services.trustedProxies)
  const origin = services.publicUrl ?? requestOrigin(context, services.trustedProxies)
  return {
    organizationId: token.organization_id,
    changer: {
      user: { id: token.id, role: 'scim-token' },
      address,
      // A provider has no session, and gives no user a role that needs a confirmation.
      tokenHash: '',
      confirmedAt: '',
    },
    base: scimBase(origin),
  }
}

/**
 * Checks a provider again within the transaction of a change, which may have waited for its turn.
 * @throws ScimError 401 if the token was revoked meanwhile, 403 if the organization was suspended
 */
export async function recheckProvider(database: Database, { changer }: Provider): Promise<void> {
  requireOpen(await rereadScimToken(database, changer.user.id))
}

function requireOpen<Token extends { readonly suspended_at: string | null }>(
  token: Token | undefined,
): Token {
  if (token === undefined) {
    throw new ScimError(401, 'A valid token of an organization is required', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
  if (token.suspended_at !== null) {
    throw new ScimError(403, 'The organization is suspended. Its users are not changed.')
  }
  return token
}
