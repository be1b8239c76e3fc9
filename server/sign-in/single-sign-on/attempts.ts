import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { tooManyChallenges } from '../../../contract/sign-in/sign-in-with-passkey.ts'
import { clockSkewMs, isoAfter, minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil } from '../../core/http-error.ts'
import { hashSecret, newSecret } from '../../core/secrets.ts'
import { countRows } from '../../database/count-rows.ts'
import type { Retention } from '../../database/retention.ts'
import type { SignOnAttempts } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { CallContext } from '../../http/call-context.ts'
import type { Services as AllServices } from '../../http/services.ts'
import { readSignInCookie, signInCookie } from '../sessions/sign-in-cookie.ts'

type Services = Pick<AllServices, 'clock'>
export type Attempt = Selectable<SignOnAttempts>

/** How long a user has at the provider. */
const attemptLifeMs = 10 * minuteMs
/** How long the site has to fetch the session. */
const codeLifeMs = 30 * secondMs
/** Single sign-ons that one network may begin without completing them. */
const mostOfNetwork = 100
const cookieName = 'aman_single_sign_on'

/** The browser's part of an attempt; the server keeps its hash alone. */
export interface Browser {
  readonly boundTo: string
  /** The secrets of one attempt, made from the cookie and not kept. */
  readonly secretsOf: (state: string) => { readonly verifier: string; readonly nonce: string }
}

function browserOf(cookie: string): Browser {
  const derive = (purpose: string) => createHmac('sha256', cookie).update(purpose)
  return {
    boundTo: hashSecret(cookie),
    secretsOf: (state) => ({
      verifier: derive(`verifier ${state}`).digest('base64url'),
      nonce: derive(`nonce ${state}`).digest('base64url'),
    }),
  }
}

/** A new cookie for each attempt: one that the client chose is never adopted. */
export function newBrowser(
  services: Pick<AllServices, 'publicUrl' | 'trustedProxies'>,
  context: CallContext,
): Browser & { readonly cookie: string } {
  const value = newSecret()
  const cookie = signInCookie(services, context, cookieName, { value, lifeMs: attemptLifeMs })
  return { ...browserOf(value), cookie }
}

export function readBrowser(
  services: Pick<AllServices, 'publicUrl' | 'trustedProxies'>,
  context: CallContext,
): Browser | undefined {
  const value = readSignInCookie(services, context, cookieName)
  return value === undefined ? undefined : browserOf(value)
}

/** @throws HttpError 429 */
export async function saveAttempt(
  { clock }: Services,
  database: Database,
  attempt: Omit<Attempt, 'user_id' | 'code_hash' | 'expires_at'>,
): Promise<void> {
  const now = clock()
  const begun = await countRows(
    database
      .selectFrom('sign_on_attempts')
      .where('network', '=', attempt.network)
      .where('expires_at', '>', now.toISOString()),
  )
  if (begun >= mostOfNetwork) {
    throw blockedUntil(tooManyChallenges, {}, attemptLifeMs / secondMs)
  }
  const expires_at = isoAfter(now, attemptLifeMs)
  await database
    .insertInto('sign_on_attempts')
    .values({ ...attempt, user_id: null, code_hash: null, expires_at })
    .execute()
}

/** Uses up the state, so that an answer of the provider counts once. */
export async function takeAttempt(
  services: Services,
  database: Database,
  browser: Browser,
  state: string,
  organizationId: string,
): Promise<Attempt | undefined> {
  return await openAttempts(services, database, browser, attemptLifeMs)
    .where('state_hash', '=', hashSecret(state))
    .where('organization_id', '=', organizationId)
    .where('code_hash', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** When the attempt began, to compare it with the provider's clock. */
export function beganAt({ expires_at }: Pick<Attempt, 'expires_at'>): number {
  return Date.parse(expires_at) - attemptLifeMs
}

/** @returns the one-time code with which the browser of the attempt begins a session */
export async function createCode(
  { clock }: Services,
  database: Database,
  attempt: Attempt,
  userId: string,
): Promise<string> {
  const code = newSecret()
  await database
    .insertInto('sign_on_attempts')
    .values({
      ...attempt,
      user_id: userId,
      code_hash: hashSecret(code),
      expires_at: isoAfter(clock(), codeLifeMs),
    })
    .execute()
  return code
}

/** Uses up a one-time code. */
export async function takeCode(
  services: Services,
  database: Database,
  browser: Browser,
  code: string,
): Promise<Attempt | undefined> {
  return await openAttempts(services, database, browser, codeLifeMs)
    .where('code_hash', '=', hashSecret(code))
    .returningAll()
    .executeTakeFirst()
}

/** One that ends later than possible was created before the clock was set back. */
function openAttempts({ clock }: Services, database: Database, browser: Browser, lifeMs: number) {
  const now = clock()
  return database
    .deleteFrom('sign_on_attempts')
    .where('bound_to', '=', browser.boundTo)
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', isoAfter(now, lifeMs + clockSkewMs))
}

export const attemptRetention: Retention = {
  table: 'sign_on_attempts',
  key: ['state_hash'],
  date: 'expires_at',
  future: 'delete',
  aheadMs: attemptLifeMs,
}
