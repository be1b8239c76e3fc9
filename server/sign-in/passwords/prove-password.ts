import { wrongPassword } from '../../../contract/sign-in/wrong-password.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { usernameKey } from '../../database/search-text.ts'
import type { Caller } from '../../http/bind.ts'
import { limitedNetwork } from '../../http/connections/network.ts'
import type { Services } from '../../http/services.ts'
import {
  type Attempt,
  countAttempt,
  forgetAttempt,
  forgetFailures,
  limitedKeys,
  type Source,
} from './sign-in-limits.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

/** @returns the hash of the password, to find out whether it has been changed meanwhile */
type ProvePassword = (caller: Caller, password: string, field: string) => Promise<string>

/**
 * Asks a signed-in user for the password again. Failures count for the session, with the limit
 * of failed sign-ins: a stolen token allows no more guesses, and strangers who fail to sign in as this
 * user do not lock the user out of the own account.
 * @throws HttpError 422 that names the field, 429
 */
export function createPasswordProof(services: Services): ProvePassword {
  const throttle = createSignInThrottle(services.clock)
  return async (caller, password, field) => {
    const source = sourceOf(caller)
    const keys = limitedKeys(source)
    throttle.check(...keys)
    const { attempt, hash } = await services.passwords.inQueue(async () => {
      const counted = await countAttempt(services, throttle, source)
      return { attempt: counted, hash: await tryPassword(services, counted, caller, password) }
    })
    if (hash === undefined) {
      await recordAct(services, services.database, actorOf(caller), {
        action: 'failed-confirmation',
        target: 'user',
        targetId: caller.user.id,
      })
      throw new HttpError(wrongPassword, { field })
    }
    await forgetFailures(services.database, attempt)
    throttle.forget(...keys)
    return hash
  }
}

function sourceOf({ user, address, tokenHash }: Caller): Source {
  return {
    usernameKey: usernameKey(user.username),
    network: limitedNetwork(address),
    deviceHash: tokenHash,
  }
}

/** @returns undefined for a wrong password */
async function tryPassword(
  services: Services,
  attempt: Attempt,
  { user }: Caller,
  password: string,
): Promise<string | undefined> {
  try {
    const row = await services.database
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirst()
    const hash = row?.password_hash ?? null
    return (await services.passwords.verify(password, hash)) ? (hash ?? undefined) : undefined
  } catch (cause) {
    // A failure here has the same cause as the first one, which is the one to report.
    await forgetAttempt(services, attempt).catch(() => {})
    throw cause
  }
}
