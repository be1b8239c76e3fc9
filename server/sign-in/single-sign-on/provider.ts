import * as client from 'openid-client'
import { providerUnavailable } from '../../../contract/sign-in/begin-single-sign-on.ts'
import { blockedUntil, type HttpError } from '../../core/http-error.ts'
import { OutboundError, type OutboundFetch } from '../../core/outbound-fetch.ts'
import type { Sealer } from '../../core/sealer.ts'
import type { IdentityProviders } from '../../database/tables/organizations.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services as AllServices } from '../../http/services.ts'

type Services = Pick<AllServices, 'sealer' | 'publicUrl'>

/** The server's part in single sign-on; see `offer`. */
export interface Offer {
  readonly sealer: Sealer
  readonly publicUrl: string
}

/** @returns undefined without PUBLIC_URL, for a redirect never goes to the host of a request, or without a key */
export function offer({ sealer, publicUrl }: Services): Offer | undefined {
  return sealer === null || publicUrl === null ? undefined : { sealer, publicUrl }
}

/** Each organization has an address of its own, so that no provider can answer for another one's. */
export function redirectUri(publicUrl: string, organizationId: string): string {
  return `${publicUrl}/api/auth/login/single-sign-on/callback/${organizationId}`
}

/** Where the client secret of an organization is sealed; see `Sealer`. */
export function secretPlace(organizationId: string): string {
  return `client secret of ${organizationId}`
}

/** @returns undefined if the organization has no single sign-on or is suspended */
export async function readProvider(
  database: Database,
  organizationId: string,
): Promise<IdentityProviders | undefined> {
  return await database
    .selectFrom('identity_providers')
    .innerJoin('organizations', 'organizations.id', 'identity_providers.organization_id')
    .selectAll('identity_providers')
    .where('identity_providers.organization_id', '=', organizationId)
    .where('identity_providers.mode', '!=', 'off')
    .where('organizations.suspended_at', 'is', null)
    .executeTakeFirst()
}

interface Client {
  readonly id: string
  readonly secret: string
}

/**
 * Fetches the discovery document. It is fetched for each step and not kept, so that changed keys and
 * addresses count at once.
 * @throws an error of the library or an OutboundError
 */
export async function discover(
  outboundFetch: OutboundFetch,
  issuer: string,
  { id, secret }: Client,
): Promise<client.Configuration> {
  const metadata = { client_secret: secret }
  const configuration = await client.discovery(
    new URL(issuer),
    id,
    metadata,
    (server, ...rest) => authenticationOf(server, secret)(server, ...rest),
    {
      [client.customFetch]: (url, { body, headers, method, signal }) =>
        outboundFetch(url, { body, headers, method, signal }),
      // Checks the signature of tokens, also of those that come straight from the provider.
      execute: [client.enableNonRepudiationChecks],
    },
  )
  const { issuer: named, authorization_endpoint } = configuration.serverMetadata()
  // The library ignores differences that other URLs may not have, for instance a final slash.
  if (named !== issuer) throw new Error(`The provider calls itself ${named}`)
  if (URL.parse(authorization_endpoint ?? '')?.protocol !== 'https:') {
    throw new Error('The provider names no page to sign in')
  }
  return configuration
}

/** In the body where the provider takes it: not every provider decodes what Basic encodes. */
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: client.ServerMetadata,
  secret: string,
): client.ClientAuth {
  const isInBody = methods?.includes('client_secret_post') ?? false
  return isInBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret)
}

/** The guard's own error, which the library wraps. */
export function outboundErrorIn(cause: unknown): OutboundError | undefined {
  if (cause instanceof OutboundError) return cause
  return cause instanceof Error && cause.cause !== undefined
    ? outboundErrorIn(cause.cause)
    : undefined
}

export function unavailableProvider(): HttpError {
  return blockedUntil(providerUnavailable, {}, 60)
}
