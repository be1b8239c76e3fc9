import { challengeEnded } from '../../../contract/sign-in/sign-in-with-code.ts'
import {
  secondFactorRequired,
  wrongCredentials,
} from '../../../contract/sign-in/sign-in-with-password.ts'
import { recordAct } from '../../audit/audit.ts'
import { secondMs } from '../../core/clock.ts'
import { HttpError } from '../../core/http-error.ts'
import { hashSecret } from '../../core/secrets.ts'
import type { FactorChallenges } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { CallContext } from '../../http/call-context.ts'
import { clientAddress } from '../../http/forwarded.ts'
import type { Services } from '../../http/services.ts'
import type { ProvenUser } from '../sessions/begin-session.ts'
import { maySignIn } from '../sessions/may-sign-in.ts'
import { bindToBrowser, challengeLifeMs, createChallenge } from './challenges.ts'
import { readFactorKinds } from './factors.ts'

/**
 * The second step of a user whose password is proven, if the user has a second factor.
 * @returns the error that asks for it; undefined for a user without one
 */
export async function secondStepOf(
  services: Services,
  database: Database,
  context: CallContext,
  user: ProvenUser,
): Promise<HttpError | undefined> {
  const kinds = await readFactorKinds(database, user.id)
  if (kinds.size === 0) return undefined
  const { boundTo, cookie } = bindToBrowser(services, context)
  const challenge = await createChallenge(services, database, {
    purpose: 'sign-in',
    user_id: user.id,
    bound_to: boundTo,
    password_proof: proofOf(user),
  })
  const methods = [...kinds, 'recovery-code' as const]
  return new HttpError(
    secondFactorRequired,
    { challenge, methods, seconds_left: challengeLifeMs / secondMs },
    { headers: { 'Set-Cookie': cookie } },
  )
}

/**
 * The user of a challenge, as `beginSession` takes it.
 * @throws HttpError 401 if the user was removed, or the proven password was changed since
 */
export async function readProvenUser(
  database: Database,
  { user_id, password_proof }: Pick<FactorChallenges, 'user_id' | 'password_proof'>,
): Promise<ProvenUser & { readonly username_key: string }> {
  const user = await database
    .selectFrom('users')
    .select(['id', 'role', 'password_hash', 'username_key'])
    .where('id', '=', user_id)
    .where(maySignIn)
    .executeTakeFirstOrThrow(() => new HttpError(wrongCredentials, {}))
  const isSame = password_proof === null || password_proof === proofOf(user)
  if (!isSame) throw new HttpError(challengeEnded, {})
  return user
}

/** Changes with the password. */
function proofOf({ password_hash }: Pick<ProvenUser, 'password_hash'>): string {
  return hashSecret(password_hash ?? '')
}

export function recordFailedStep(
  services: Services,
  database: Database,
  context: CallContext,
  userId: string | null,
): Promise<void> {
  const address = clientAddress(context, services.trustedProxies)
  return recordAct(
    services,
    database,
    { actor_id: null, actor_role: 'nobody', address },
    { action: 'failed-second-factor', target: 'user', targetId: userId },
  )
}
