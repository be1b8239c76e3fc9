import { registrationEnded } from '../../../contract/sign-in/own-factors.ts'
import { challengeEnded } from '../../../contract/sign-in/sign-in-with-code.ts'
import { tooManyChallenges } from '../../../contract/sign-in/sign-in-with-passkey.ts'
import { clockSkewMs, isoAfter, minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil, HttpError } from '../../core/http-error.ts'
import { hashSecret, newSecret } from '../../core/secrets.ts'
import { countRows } from '../../database/count-rows.ts'
import type { Retention } from '../../database/retention.ts'
import type { FactorChallenges } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Caller } from '../../http/bind.ts'
import type { CallContext } from '../../http/call-context.ts'
import type { Services } from '../../http/services.ts'
import { readSignInCookie, signInCookie } from '../sessions/sign-in-cookie.ts'

type Purpose = FactorChallenges['purpose']

/** How long a user has for the second step. */
export const challengeLifeMs = 5 * minuteMs
/** Sign-ins with passkeys that one network may begin without completing them. */
const mostOfNetwork = 100

type NewChallenge = Pick<FactorChallenges, 'purpose' | 'bound_to'> &
  Partial<Omit<FactorChallenges, 'id_hash' | 'expires_at'>>

/** @returns the challenge, of which only the hash is stored */
export async function createChallenge(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  challenge: NewChallenge,
  id = newSecret(),
): Promise<string> {
  await database
    .insertInto('factor_challenges')
    .values({
      user_id: null,
      password_proof: null,
      network: null,
      webauthn_challenge: null,
      sealed_secret: null,
      ...challenge,
      id_hash: hashSecret(id),
      expires_at: isoAfter(clock(), challengeLifeMs),
    })
    .execute()
  return id
}

/**
 * @param boundTo what only the browser or session has that the challenge was given to
 * @throws HttpError 401 for any challenge that cannot be used here and now
 */
export async function findChallenge(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  id: string,
  boundTo: string | undefined,
  purposes: readonly Purpose[],
): Promise<FactorChallenges> {
  const now = clock()
  const row = await database
    .selectFrom('factor_challenges')
    .selectAll()
    .where('id_hash', '=', hashSecret(id))
    .where('bound_to', '=', boundTo ?? '')
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now.toISOString())
    // One that ends later than possible was created before the clock was set back.
    .where('expires_at', '<=', isoAfter(now, challengeLifeMs + clockSkewMs))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(challengeEnded, {}))
  return row
}

/** Uses it up. @throws HttpError 401 if a concurrent call has used it */
export async function consumeChallenge(
  database: Database,
  { id_hash }: Pick<FactorChallenges, 'id_hash'>,
): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom('factor_challenges')
    .where('id_hash', '=', id_hash)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new HttpError(challengeEnded, {})
}

/** Limits the rows that clients without any proof can create. @throws HttpError 429 */
export async function requireFewChallenges(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  network: string,
): Promise<void> {
  const now = clock()
  const begun = await countRows(
    database
      .selectFrom('factor_challenges')
      .where('network', '=', network)
      .where('expires_at', '>', now.toISOString()),
  )
  if (begun < mostOfNetwork) return
  throw blockedUntil(tooManyChallenges, {}, challengeLifeMs / secondMs)
}

export const challengeRetention: Retention = {
  table: 'factor_challenges',
  key: ['id_hash'],
  date: 'expires_at',
  future: 'delete',
  aheadMs: challengeLifeMs,
}

const cookieName = 'aman_challenge'

/** A new cookie for a new challenge: one that the client chose is never adopted. */
export function bindToBrowser(services: Services, context: CallContext) {
  const value = newSecret()
  return {
    boundTo: hashSecret(value),
    cookie: signInCookie(services, context, cookieName, { value, lifeMs: challengeLifeMs }),
  }
}

/** What the challenge of this browser is bound to; undefined without a cookie. */
export function boundBrowser(services: Services, context: CallContext): string | undefined {
  const value = readSignInCookie(services, context, cookieName)
  return value === undefined ? undefined : hashSecret(value)
}

type Registration = FactorChallenges & { readonly purpose: 'add-totp' | 'add-passkey' }

/** The challenge of a factor that is being added. @throws HttpError 422 */
export async function findRegistration(
  services: Services,
  database: Database,
  { tokenHash }: Caller,
  id: string,
  purpose: Registration['purpose'],
): Promise<FactorChallenges> {
  try {
    return await findChallenge(services, database, id, tokenHash, [purpose])
  } catch (cause) {
    // 401 would tell the client that the session has ended.
    if (cause instanceof HttpError) throw new HttpError(registrationEnded, {})
    throw cause
  }
}
