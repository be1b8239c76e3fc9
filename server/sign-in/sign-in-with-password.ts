import {
  signInWithPasswordEndpoint,
  singleSignOnRequired,
  wrongCredentials,
} from '../../contract/sign-in/sign-in-with-password.ts'
import { type Actor, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { bindResponse } from '../http/bind.ts'
import { limitedNetwork } from '../http/connections/network.ts'
import { clientAddress } from '../http/forwarded.ts'
import type { Services } from '../http/services.ts'
import { secondStepOf } from './factors/second-step.ts'
import { createPasswordTrial } from './passwords/prove-password.ts'
import { forgetAttempt, forgetFailures } from './passwords/sign-in-limits.ts'
import { answerSignedIn, beginSession } from './sessions/begin-session.ts'
import { findDevice } from './sessions/known-devices.ts'
import { hasLoginName, isLoginName, isPasswordRefused, loginName } from './sessions/may-sign-in.ts'

/**
 * POST /auth/login (R287, R348), with the username or the email. An unknown name, one of two
 * users, a wrong password and an inactive user get the same message after the same time, so that the
 * response does not reveal who has an account.
 */
export function signInWithPassword(services: Services) {
  const trial = createPasswordTrial(services)
  return bindResponse(services, signInWithPasswordEndpoint, async (read, context) => {
    const { username, password } = await read()
    const name = loginName(username)
    const device = await findDevice(services, services.database, context, (user) =>
      isLoginName(name, user),
    )
    const address = clientAddress(context, services.trustedProxies)
    const source = {
      usernameKey: name.usernameKeys.at(-1) ?? '',
      network: limitedNetwork(address),
      deviceHash: device.knownHash,
    }
    const { user, hash, attempt, keys } = await trial.try(source, password, () =>
      findUser(services, name),
    )
    if (user === undefined || hash === undefined || user.is_active === 0) {
      await recordFailure(services, user?.id ?? null, address)
      throw new HttpError(wrongCredentials, {})
    }
    const proven = { ...user, password_hash: hash }
    const begun = await services.database.transaction().execute(async (transaction) => {
      const left = (await isPasswordRefused(transaction, user.id))
        ? new HttpError(singleSignOnRequired, {})
        : await secondStepOf(services, transaction, context, proven)
      if (left !== undefined) {
        // Earlier failures still count: only a complete sign-in shows that they were the user's.
        await forgetAttempt({ database: transaction }, attempt)
        return left
      }
      await forgetFailures(transaction, attempt)
      return beginSession(services, transaction, context, proven, device)
    })
    // Returned and not thrown, so that the transaction of the second step is kept.
    if (begun instanceof HttpError) throw begun
    trial.forget(keys)
    return answerSignedIn(services, context, begun)
  })
}

/** @returns undefined for a name that no user has, or more than one */
async function findUser({ database }: Services, name: ReturnType<typeof loginName>) {
  const users = await database
    .selectFrom('users')
    .select(['id', 'role', 'password_hash', 'is_active', 'username_key'])
    .where(hasLoginName(name))
    .limit(2)
    .execute()
  return users.length === 1 ? users[0] : undefined
}

/**
 * Records only the id of an existing user, never the typed username: users sometimes type their
 * password into that field.
 */
function recordFailure(
  services: Services,
  targetId: string | null,
  address: string,
): Promise<void> {
  const actor: Actor = { actor_id: null, actor_role: 'nobody', address }
  return recordAct(services, services.database, actor, {
    action: 'failed-sign-in',
    target: 'user',
    targetId,
  })
}
