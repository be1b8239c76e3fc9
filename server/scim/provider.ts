import type { Database } from '../database/tables/tables.ts'
import { bearerToken } from '../http/authentication.ts'
import { nameSender } from '../http/body-room.ts'
import type { CallContext } from '../http/call-context.ts'
import { clientAddress, requestOrigin } from '../http/forwarded.ts'
import type { Services } from '../http/services.ts'
import type { Changer } from '../users/users.ts'
import { ScimError, scimBase } from './scim-answer.ts'
import { findScimToken, noteUse, rereadScimToken } from './tokens.ts'

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
