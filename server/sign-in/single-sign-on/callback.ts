import * as client from 'openid-client'
import * as v from 'valibot'
import { givenId, givenText } from '../../../contract/core/basic.ts'
import { limits } from '../../../contract/core/limits.ts'
import {
  finishSingleSignOnEndpoint,
  singleSignOnEnded,
} from '../../../contract/sign-in/finish-single-sign-on.ts'
import {
  type SingleSignOnProblem,
  singleSignOnFragment,
} from '../../../contract/sign-in/single-sign-on-fields.ts'
import { clockSkewMs, secondMs } from '../../core/clock.ts'
import { HttpError } from '../../core/http-error.ts'
import { wordsForLog } from '../../core/log.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindResponse } from '../../http/bind.ts'
import type { CallContext } from '../../http/call-context.ts'
import { clientAddress } from '../../http/forwarded.ts'
import type { Services } from '../../http/services.ts'
import { answerSignedIn, beginSession } from '../sessions/begin-session.ts'
import { findDevice } from '../sessions/known-devices.ts'
import { confirmSession } from '../sessions/sessions.ts'
import {
  type Attempt,
  type Browser,
  beganAt,
  createCode,
  readBrowser,
  takeAttempt,
  takeCode,
} from './attempts.ts'
import { type Claims, findIdentity } from './identities.ts'
import {
  discover,
  type Offer,
  offer,
  outboundErrorIn,
  readProvider,
  redirectUri,
  secretPlace,
} from './provider.ts'
import { findUserOf } from './user-of-identity.ts'

/** Why it ended without a user; the fragment of the site's page names it. */
class SignOnProblem extends Error {
  override name = 'SignOnProblem'
  readonly problem: SingleSignOnProblem

  constructor(problem: SingleSignOnProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

/**
 * GET /auth/login/single-sign-on/callback/{organization_id}: where the provider sends the browser.
 * It always ends at the site's page to sign in; what the page needs stands in the fragment, which is in no
 * log and no request.
 */
export function answerProvider(services: Services) {
  return async (context: CallContext): Promise<Response> => {
    const offered = offer(services)
    const found = offered === undefined ? undefined : await findAttempt(services, context)
    if (offered === undefined || found === undefined) {
      return toSite(
        { origin: services.publicUrl ?? '', destination: null },
        singleSignOnFragment.problem,
        'ended',
      )
    }
    const { attempt } = found
    try {
      const claims = await askProvider(services, context, offered, found)
      if (attempt.session_hash !== null) {
        await confirm(services, attempt, attempt.session_hash, claims)
        return toSite(attempt, singleSignOnFragment.confirmed, 'yes')
      }
      const code = await services.database.transaction().execute(async (transaction) => {
        const address = clientAddress(context, services.trustedProxies)
        const user = await findUserOf(services, transaction, attempt, claims, address)
        return user === undefined
          ? undefined
          : await createCode(services, transaction, attempt, user.id)
      })
      if (code === undefined) throw new SignOnProblem('no_user', 'The identity belongs to no user')
      return toSite(attempt, singleSignOnFragment.code, code)
    } catch (cause) {
      if (!(cause instanceof SignOnProblem)) throw cause
      services.log('warning', 'single sign-on failed', {
        organization: attempt.organization_id,
        problem: cause.problem,
        error: wordsForLog(cause.cause ?? cause.message),
      })
      return toSite(attempt, singleSignOnFragment.problem, cause.problem)
    }
  }
}

interface Found {
  readonly attempt: Attempt
  readonly browser: Browser
  readonly state: string
}

/** Used up whatever follows: another answer of the provider with the same state finds nothing. */
async function findAttempt(services: Services, context: CallContext): Promise<Found | undefined> {
  const state = context.req.query('state')
  const browser = readBrowser(services, context)
  if (state === undefined || browser === undefined) return undefined
  const organizationId = context.req.param('organization_id')
  if (!v.is(givenId, organizationId)) return undefined
  const attempt = await takeAttempt(services, services.database, browser, state, organizationId)
  return attempt === undefined ? undefined : { attempt, browser, state }
}

const keptSubject = givenText(limits.subject)

/** Exchanges the code and checks the token. @throws SignOnProblem */
async function askProvider(
  services: Services,
  context: CallContext,
  { publicUrl, sealer }: Offer,
  { attempt, browser, state }: Found,
): Promise<Claims> {
  const { organization_id, issuer, client_id } = attempt
  const provider = await readProvider(services.database, organization_id)
  if (provider?.issuer !== issuer || provider.client_id !== client_id) {
    throw new SignOnProblem('ended', 'The settings were changed meanwhile')
  }
  const url = new URL(redirectUri(publicUrl, organization_id))
  url.search = new URL(context.req.url).search
  const { verifier, nonce } = browser.secretsOf(state)
  const secret = sealer.open(provider.sealed_secret, secretPlace(organization_id))
  try {
    const configuration = await discover(services.outboundFetch, issuer, { id: client_id, secret })
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) throw new Error('There is no ID token')
    if (!v.is(keptSubject, claims.sub)) throw new Error('The subject cannot be kept')
    // Some providers name the address only here.
    const isMore =
      claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    if (!isMore || attempt.session_hash !== null) return claims
    return {
      ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)),
      ...claims,
    }
  } catch (cause) {
    throw new SignOnProblem(problemOf(cause), 'The answer of the provider is not valid', cause)
  }
}

function problemOf(cause: unknown): SingleSignOnProblem {
  if (cause instanceof client.AuthorizationResponseError) return 'refused'
  return outboundErrorIn(cause) === undefined ? 'failed' : 'unavailable'
}

/** @throws SignOnProblem unless the user of the session has just signed in at the provider */
async function confirm(
  services: Services,
  attempt: Attempt,
  tokenHash: string,
  { sub, auth_time: authTime }: Claims,
): Promise<void> {
  const isFresh =
    typeof authTime === 'number' && authTime * secondMs >= beganAt(attempt) - clockSkewMs
  if (!isFresh) throw new SignOnProblem('failed', 'The provider did not ask the user again')
  await services.database.transaction().execute(async (transaction) => {
    const session = await transaction
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    const identity = await findIdentity(transaction, session?.user_id ?? '', attempt.issuer)
    if (identity?.subject !== sub) throw new SignOnProblem('no_user', 'Another user signed in')
    await confirmSession(services, transaction, { tokenHash })
  })
}

function toSite(
  { origin, destination }: Pick<Attempt, 'origin' | 'destination'>,
  name: (typeof singleSignOnFragment)[keyof typeof singleSignOnFragment],
  value: string,
): Response {
  const query = destination === null ? '' : `?${new URLSearchParams({ to: destination })}`
  const page = `${origin}/login/${query}#${name}=${value}`
  const headers = { Location: page, 'Cache-Control': 'no-store' }
  return new Response(null, { status: 303, headers })
}

/** POST /auth/login/single-sign-on/finish. */
export function finishSingleSignOn(services: Services) {
  const { database } = services
  return bindResponse(services, finishSingleSignOnEndpoint, async (read, context) => {
    const { code } = await read()
    const browser = readBrowser(services, context)
    // Outside the transaction, so that a code that is then refused stays used up.
    const attempt = browser && (await takeCode(services, database, browser, code))
    const begun = await database.transaction().execute(async (transaction) => {
      const user = attempt && (await findUser(transaction, attempt))
      if (user === undefined) throw new HttpError(singleSignOnEnded, {})
      const device = await findDevice(services, transaction, context, ({ id }) => id === user.id)
      return beginSession(services, transaction, context, user, device, { isSingleSignOn: true })
    })
    return answerSignedIn(services, context, begun)
  })
}

/** The settings and the link may have changed since the provider's answer. */
async function findUser(database: Database, { organization_id, issuer, user_id }: Attempt) {
  const provider = await readProvider(database, organization_id)
  if (provider?.issuer !== issuer) return undefined
  return await database
    .selectFrom('users')
    .innerJoin('identity_links', 'identity_links.user_id', 'users.id')
    .select(['users.id', 'users.role', 'users.password_hash', 'users.username_key'])
    .where('users.id', '=', user_id)
    .where('users.organization_id', '=', organization_id)
    .where('identity_links.issuer', '=', issuer)
    .executeTakeFirst()
}
