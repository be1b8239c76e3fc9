import * as client from 'openid-client'
import * as v from 'valibot'
import { canonicalDomain } from '../../../contract/core/domain.ts'
import { email } from '../../../contract/core/email.ts'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { baseLocale } from '../../../contract/core/locale.ts'
import {
  beginSingleSignOnEndpoint,
  confirmAtProviderEndpoint,
  noProviderSession,
  noSingleSignOn,
} from '../../../contract/sign-in/begin-single-sign-on.ts'
import { withoutInvisible } from '../../core/fold.ts'
import { HttpError } from '../../core/http-error.ts'
import { siteUrl } from '../../core/locale.ts'
import { wordsForLog } from '../../core/log.ts'
import { hashSecret, newSecret } from '../../core/secrets.ts'
import type { IdentityProviders } from '../../database/tables/organizations.ts'
import { askedLocale } from '../../http/asked-locale.ts'
import { requireUser } from '../../http/authentication.ts'
import { bindResponse } from '../../http/bind.ts'
import type { CallContext } from '../../http/call-context.ts'
import { limitedNetwork } from '../../http/connections/network.ts'
import { clientAddress } from '../../http/forwarded.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import type { Services } from '../../http/services.ts'
import { domainOf, organizationOfDomain } from '../../organizations/organizations.ts'
import { newBrowser, saveAttempt } from './attempts.ts'
import { findIdentity } from './identities.ts'
import {
  discover,
  type Offer,
  offer,
  readProvider,
  redirectUri,
  secretPlace,
  unavailableProvider,
} from './provider.ts'

/**
 * POST /auth/login/single-sign-on. The answer follows from the domain alone: whether there is a
 * user is not looked up before the provider has proven who it is.
 */
export function beginSingleSignOn(services: Services) {
  return bindResponse(services, beginSingleSignOnEndpoint, async (read, context) => {
    const { login: typed, to } = await read()
    const login = withoutInvisible(typed)
    const offered = offer(services)
    const domain = login.includes('@') ? domainOf(login) : canonicalDomain(login)
    const organizationId =
      domain === undefined ? undefined : await organizationOfDomain(services.database, domain)
    const provider =
      organizationId === undefined
        ? undefined
        : await readProvider(services.database, organizationId)
    if (offered === undefined || provider === undefined) throw new HttpError(noSingleSignOn, {})
    return sendToProvider(services, context, offered, provider, {
      endpoint: beginSingleSignOnEndpoint,
      sessionHash: null,
      to: to ?? null,
      parameters: v.is(email, login) ? { login_hint: login } : {},
    })
  })
}

/**
 * POST /auth/login/single-sign-on/confirm: the provider asks again, whatever session the user has
 * there.
 */
export function confirmAtProvider(services: Services) {
  return bindResponse(services, confirmAtProviderEndpoint, async (_read, context) => {
    const session = await requireUser(services, context, confirmAtProviderEndpoint)
    const { id, organization_id } = session.user
    const offered = offer(services)
    const provider =
      organization_id === null ? undefined : await readProvider(services.database, organization_id)
    const isLinked =
      provider !== undefined && (await findIdentity(services.database, id, provider.issuer))
    if (offered === undefined || provider === undefined || !isLinked) {
      throw new HttpError(noProviderSession, {})
    }
    return sendToProvider(services, context, offered, provider, {
      endpoint: confirmAtProviderEndpoint,
      sessionHash: session.tokenHash,
      to: null,
      parameters: { prompt: 'login', max_age: '0' },
    })
  })
}

interface Request {
  readonly endpoint: Endpoint
  /** The session to confirm; null for a sign-in. */
  readonly sessionHash: string | null
  /** The screen that the user opened before; the site leads there. */
  readonly to: string | null
  readonly parameters: Readonly<Record<string, string>>
}

/** @throws HttpError 429, 503 */
async function sendToProvider(
  services: Services,
  context: CallContext,
  { publicUrl, sealer }: Offer,
  { organization_id, issuer, client_id, sealed_secret }: IdentityProviders,
  { endpoint, sessionHash, to, parameters }: Request,
): Promise<Response> {
  const { secretsOf, boundTo, cookie } = newBrowser(services, context)
  const state = newSecret()
  const { verifier, nonce } = secretsOf(state)
  // Before the provider is asked, so that the limit also limits what it is asked.
  await services.database.transaction().execute((transaction) =>
    saveAttempt(services, transaction, {
      state_hash: hashSecret(state),
      ...{ organization_id, issuer, client_id },
      bound_to: boundTo,
      origin: siteUrl(
        siteOrigin(services, context, publicUrl),
        askedLocale(context, endpoint) ?? baseLocale,
      ),
      network: limitedNetwork(clientAddress(context, services.trustedProxies)),
      session_hash: sessionHash,
      destination: to,
    }),
  )
  const secret = sealer.open(sealed_secret, secretPlace(organization_id))
  const configuration = await discover(services.outboundFetch, issuer, {
    id: client_id,
    secret,
  }).catch((cause: unknown) => {
    services.log('warning', 'identity provider unavailable', {
      organization: organization_id,
      error: wordsForLog(cause),
    })
    throw unavailableProvider()
  })
  const url = client.buildAuthorizationUrl(configuration, {
    ...parameters,
    redirect_uri: redirectUri(publicUrl, organization_id),
    scope: 'openid email',
    ...{ state, nonce },
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return jsonAnswer(v.parse(beginSingleSignOnEndpoint.output, { url: url.href }), {
    headers: { 'Set-Cookie': cookie },
  })
}

/** A site of another origin is one that the operator allows; other origins are never returned to. */
function siteOrigin({ allowedOrigins }: Services, { req }: CallContext, publicUrl: string): string {
  const origin = req.header('origin')
  return origin !== undefined && allowedOrigins.includes(origin) ? origin : publicUrl
}
