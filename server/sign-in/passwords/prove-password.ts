import { wrongPassword } from '../../../contract/sign-in/wrong-password.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { renewPasswordHash } from '../../database/note-user.ts'
import { usernameKey } from '../../database/search-index.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Caller } from '../../http/bind.ts'
import { limitedNetwork } from '../../http/connections/network.ts'
import type { Services } from '../../http/services.ts'
import {
  type Attempt,
  countAttempt,
  createSignInThrottle,
  forgetAttempt,
  forgetFailures,
  limitedKeys,
  type Source,
} from './sign-in-limits.ts'

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

type TriedUser = Pick<Users, 'id' | 'password_hash' | 'username_key'>

/**
 * Tries passwords within the limits of failures. A try counts as failed until it is forgotten.
 * @throws HttpError 429, 503
 */
export function createPasswordTrial(services: Services) {
  const throttle = createSignInThrottle(services.clock)
  return {
    /** @returns the user with the hash that is kept of the password; `hash` is undefined for a wrong one */
    async try<User extends TriedUser>(
      source: Source,
      password: string,
      findUser: () => Promise<User | undefined>,
    ) {
      const keys = limitedKeys(source)
      // Before the queue, so that blocked attempts take no slot in it.
      throttle.check(...keys)
      // The whole task is queued, so that an attempt rejected by a full queue costs no database call.
      return services.passwords.inQueue(async () => {
        const user = await findUser()
        // Failures count for the user, whichever name was typed.
        const counted = { ...source, usernameKey: user?.username_key ?? source.usernameKey }
        const attempt = await countAttempt(services, throttle, counted, keys)
        return { user, attempt, keys, hash: await verify(services, attempt, user, password) }
      })
    },
    /** After a success: earlier failures count no more. */
    forget: (keys: readonly string[]) => throttle.forget(...keys),
  }
}

async function verify(
  services: Services,
  attempt: Attempt,
  user: TriedUser | undefined,
  password: string,
): Promise<string | undefined> {
  let kept = user?.password_hash ?? null
  try {
    const matches = await services.passwords.verify(password, kept, async (after) => {
      await renewPasswordHash(services.database, user?.id ?? '', { before: kept, after })
      kept = after
    })
    return matches ? (kept ?? undefined) : undefined
  } catch (cause) {
    // A failure here has the same cause as the first one, which is the one to report.
    await forgetAttempt(services, attempt).catch(() => {})
    throw cause
  }
}
