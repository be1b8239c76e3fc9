import {
  signInWithPasswordEndpoint,
  singleSignOnRequired,
  wrongCredentials,
} from '../../contract/sign-in/sign-in-with-password.ts'
import { type Actor, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { renewPasswordHash } from '../database/note-user.ts'
import type { Users } from '../database/tables/tables.ts'
import { bindResponse } from '../http/bind.ts'
import type { CallContext } from '../http/call-context.ts'
import { limitedNetwork } from '../http/connections/network.ts'
import { clientAddress } from '../http/forwarded.ts'
import type { Services } from '../http/services.ts'
import { secondStepOf } from './factors/second-step.ts'
import {
  type Attempt,
  countAttempt,
  forgetAttempt,
  forgetFailures,
  limitedKeys,
} from './passwords/sign-in-limits.ts'
import { createSignInThrottle } from './passwords/sign-in-throttle.ts'
import { answerSignedIn, beginSession } from './sessions/begin-session.ts'
import { readDeviceCookie } from './sessions/device-cookie.ts'
import { findDevice } from './sessions/known-devices.ts'
import { hasLoginName, isLoginName, loginName } from './sessions/login-name.ts'
import { isPasswordRefused } from './sessions/must-use.ts'

/**
 * POST /auth/login (R287, R348), with the username or the email. An unknown name, one of two
 * users, a wrong password and an inactive user get the same message after the same time, so that the
 * response does not reveal who has an account.
 */
export function signInWithPassword(services: Services) {
  const throttle = createSignInThrottle(services.clock)
  return bindResponse(services, signInWithPasswordEndpoint, async (read, context) => {
    const { username, password } = await read()
    const address = clientAddress(context, services.trustedProxies)
    const name = loginName(username)
    const { device, source } = await findSource(services, context, name, address)
    const keys = limitedKeys(source)
    // Before the queue, so that blocked attempts take no slot in it.
    throttle.check(...keys)
    // The whole task is queued, so that an attempt rejected by a full queue costs no database call.
    const { attempt, found, password_hash } = await services.passwords.inQueue(async () => {
      const found = await findUser(services, name)
      // Failures count for the user, whichever name was typed.
      const counted = { ...source, usernameKey: found?.username_key ?? source.usernameKey }
      const attempt = await countAttempt(services, throttle, counted, keys)
      return {
        attempt,
        found,
        password_hash: await tryPassword(services, attempt, found, password),
      }
    })
    if (found === undefined || password_hash === undefined || found.is_active === 0) {
      await recordFailure(services, found?.id ?? null, address)
      throw new HttpError(wrongCredentials, {})
    }
    const user = { ...found, password_hash }
    const begun = await services.database.transaction().execute(async (transaction) => {
      if (await isPasswordRefused(transaction, user.id)) {
        await forgetAttempt({ ...services, database: transaction }, attempt)
        return new HttpError(singleSignOnRequired, {})
      }
      const secondStep = await secondStepOf(services, transaction, context, user)
      if (secondStep !== undefined) {
        // Earlier failures still count: only a complete sign-in shows that they were the user's.
        await forgetAttempt({ ...services, database: transaction }, attempt)
        return secondStep
      }
      await forgetFailures(transaction, attempt)
      return beginSession(services, transaction, context, user, device)
    })
    if (begun instanceof HttpError) throw begun
    throttle.forget(...keys)
    return answerSignedIn(services, context, begun)
  })
}

type LoginName = ReturnType<typeof loginName>

/** Makes no database call for a browser without a cookie. */
async function findSource(
  services: Services,
  context: CallContext,
  name: LoginName,
  address: string,
) {
  const cookie = readDeviceCookie(services, context)
  const isTheirs = (user: Parameters<typeof isLoginName>[1]) => isLoginName(name, user)
  const device = await findDevice(services.database, cookie, isTheirs, services.clock())
  const network = limitedNetwork(address)
  const source = {
    usernameKey: name.usernameKeys.at(-1) ?? '',
    network,
    deviceHash: device.knownHash,
  }
  return { device, source }
}

/** @returns undefined for a name that no user has, or more than one */
async function findUser({ database }: Services, name: LoginName) {
  const users = await database
    .selectFrom('users')
    .select(['id', 'role', 'password_hash', 'is_active', 'username_key'])
    .where(hasLoginName(name))
    .limit(2)
    .execute()
  return users.length === 1 ? users[0] : undefined
}

/** @returns the hash that is kept of the password; undefined for a wrong one */
async function tryPassword(
  services: Services,
  attempt: Attempt,
  user: Pick<Users, 'id' | 'password_hash'> | undefined,
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
