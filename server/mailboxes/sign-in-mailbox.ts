import * as client from 'openid-client'
import * as v from 'valibot'
import { baseLocale } from '../../contract/core/locale.ts'
import { mailboxSecurities } from '../../contract/mailboxes/mailbox.ts'
import { mailboxesNotOffered } from '../../contract/mailboxes/own-mailbox.ts'
import {
  beginMailboxSignInEndpoint,
  finishMailboxSignInEndpoint,
  mailboxSignInFailed,
  noMailboxSignIn,
} from '../../contract/mailboxes/sign-in-mailbox.ts'
import { isoAfter, minuteMs } from '../core/clock.ts'
import { HttpError } from '../core/http-error.ts'
import { pageUrl } from '../core/locale.ts'
import { wordsForLog } from '../core/log.ts'
import type { Sealer } from '../core/sealer.ts'
import type { MailApplication } from '../core/setting-values.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { keepMailbox, noteTry } from './own-mailbox.ts'
import { requireOffered, requireOwnAddress } from './owner.ts'
import { applicationFor, openApplication } from './servers/applications.ts'

/** How long a user has at the provider. */
const lifeMs = 10 * minuteMs

/** Kept by the browser and not here; sealed, so that only this server can have made it. */
const attempt = v.object({
  userId: v.string(),
  until: v.string(),
  verifier: v.string(),
  redirectUri: v.string(),
  address: v.string(),
  host: v.string(),
  port: v.number(),
  security: v.picklist(mailboxSecurities),
  username: v.string(),
  knows_senders: v.boolean(),
})
type Attempt = v.InferOutput<typeof attempt>

const place = 'sign-in to a mailbox'

/** POST /account/mailbox/sign-in. */
export function beginMailboxSignIn(services: Services) {
  return bindUser(services, beginMailboxSignInEndpoint, async (given, caller) => {
    const { database, clock, publicUrl, sealer } = services
    const { user, locale } = caller
    const offered = requireOffered(sealer, user)
    await requireOwnAddress(database, user, given.address)
    if (publicUrl === null) throw new HttpError(mailboxesNotOffered, {})
    const application = requireApplication(services, given.host)
    await noteTry(services, caller)
    const verifier = client.randomPKCECodeVerifier()
    const kept: Attempt = {
      ...given,
      userId: user.id,
      until: isoAfter(clock(), lifeMs),
      verifier,
      redirectUri: pageUrl(publicUrl, '/dashboard/account', locale ?? baseLocale),
    }
    const { configuration, scope, parameters } = await openApplication(
      services.outboundFetch,
      application,
    ).catch((cause: unknown) => fail(services, given.host, cause))
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: kept.redirectUri,
      scope,
      ...parameters,
      login_hint: given.address,
      state: offered.seal(JSON.stringify(kept), place),
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href }
  })
}

/** POST /account/mailbox/sign-in/finish: signs in to the mailbox before anything is kept. */
export function finishMailboxSignIn(services: Services) {
  return bindUser(services, finishMailboxSignInEndpoint, async ({ state, code, iss }, caller) => {
    const { database, clock, outboundFetch, sealer } = services
    const offered = requireOffered(sealer, caller.user)
    const kept = readAttempt(offered, state)
    if (
      kept === undefined ||
      kept.userId !== caller.user.id ||
      kept.until < clock().toISOString()
    ) {
      throw new HttpError(mailboxSignInFailed, { host: kept?.host ?? '' })
    }
    const { userId, until, verifier, redirectUri, knows_senders, ...given } = kept
    await requireOwnAddress(database, caller.user, given.address)
    const application = requireApplication(services, given.host)
    const back = new URL(redirectUri)
    back.search = String(
      new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }),
    )
    const tokens = await openApplication(outboundFetch, application)
      .then(({ configuration }) =>
        client.authorizationCodeGrant(configuration, back, {
          pkceCodeVerifier: verifier,
          expectedState: state,
        }),
      )
      .catch((cause: unknown) => fail(services, given.host, cause))
    const { access_token: accessToken, refresh_token: refreshToken } = tokens
    if (refreshToken === undefined) return fail(services, given.host, 'there is no refresh token')
    await keepMailbox(services, offered, caller, given, {
      credential: { accessToken },
      secret: refreshToken,
      signs_in: 1,
      reads_senders: knows_senders ? 1 : 0,
    })
    return {}
  })
}

function requireApplication({ mailApplications }: Services, host: string): MailApplication {
  const found = applicationFor(mailApplications, host)
  if (found === undefined) throw new HttpError(noMailboxSignIn, { host })
  return found
}

function readAttempt(sealer: Sealer, state: string): Attempt | undefined {
  try {
    return v.parse(attempt, JSON.parse(sealer.open(state, place)))
  } catch {
    return undefined
  }
}

function fail({ log }: Services, host: string, cause: unknown): never {
  log('warning', 'sign-in to a mailbox failed', { host, error: wordsForLog(cause) })
  throw new HttpError(mailboxSignInFailed, { host })
}
