import { wrongPassword } from '../../../contract/sign-in/wrong-password.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { usernameKey } from '../../database/search-index.ts'
import type { Caller } from '../../http/bind.ts'
import { limitedNetwork } from '../../http/connections/network.ts'
import type { Services } from '../../http/services.ts'
import { forgetFailures, type Source } from './sign-in-limits.ts'
import { createPasswordTrial } from './try-password.ts'

/** @returns the hash of the password, to find out whether it has been changed meanwhile */
type ProvePassword = (caller: Caller, password: string, field: string) => Promise<string>

/**
 * Asks a signed-in user for the password again. Failures count for the session, with the limit
 * of failed sign-ins: a stolen token allows no more guesses, and strangers who fail to sign in as this
 * user do not lock the user out of the own account.
 * @throws HttpError 422 that names the field, 429
 */
export function createPasswordProof(services: Services): ProvePassword {
  const { database } = services
  const trial = createPasswordTrial(services)
  return async (caller, password, field) => {
    const { hash, attempt, keys } = await trial.try(sourceOf(caller), password, () =>
      database
        .selectFrom('users')
        .select(['id', 'password_hash', 'username_key'])
        .where('id', '=', caller.user.id)
        .executeTakeFirst(),
    )
    if (hash === undefined) {
      await recordAct(services, database, actorOf(caller), {
        action: 'failed-confirmation',
        target: 'user',
        targetId: caller.user.id,
      })
      throw new HttpError(wrongPassword, { field })
    }
    await forgetFailures(database, attempt)
    trial.forget(keys)
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
