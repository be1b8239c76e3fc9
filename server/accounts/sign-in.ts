import * as v from 'valibot'
import { signInEndpoint, wrongCredentials } from '../../contract/endpoints/sign-in.ts'
import { type Actor, recordAct } from '../audit/record.ts'
import type { Services } from '../core/services.ts'
import { bindResponse } from '../http/bind.ts'
import type { CallContext } from '../http/call-context.ts'
import { clientAddress } from '../http/forwarded.ts'
import { HttpError } from '../http/http-error.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { limitedNetwork } from '../http/network.ts'
import { deviceCookie, readDeviceCookie } from './device-cookie.ts'
import { type Device, findDevice, rememberDevice } from './known-devices.ts'
import { startSession } from './sessions.ts'
import {
  type Attempt,
  countAttempt,
  forgetAttempt,
  forgetFailures,
  limitedKeys,
} from './sign-in-limits.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'
import { usernameKey } from './users.ts'

/**
 * POST /auth/login (R287, R348). An unknown username, a wrong password and an inactive user get the
 * same message after the same time, so that the response does not reveal who has an account.
 */
export function signIn(services: Services) {
  const throttle = createSignInThrottle(services.clock)
  return bindResponse(services, signInEndpoint, async (read, context) => {
    const { username, password } = await read()
    const address = clientAddress(context, services.trustedProxies)
    const { device, source } = await findSource(services, context, usernameKey(username), address)
    const keys = limitedKeys(source)
    // Before the queue, so that blocked attempts take no slot in it.
    throttle.check(...keys)
    // The whole task is queued, so that an attempt rejected by a full queue costs no database call.
    const { attempt, user, matches } = await services.passwords.inQueue(async () => {
      const counted = await countAttempt(services, throttle, source)
      return { attempt: counted, ...(await tryPassword(services, counted, password)) }
    })
    if (user === undefined || !matches || user.is_active === 0) {
      await recordFailure(services, user?.id ?? null, address)
      throw new HttpError(wrongCredentials, {})
    }
    const started = await begin(services, attempt, user, device, address)
    throttle.forget(...keys)
    const answer = { access_token: started.token, user_role: user.role }
    return jsonAnswer(v.parse(signInEndpoint.output, answer), {
      headers: { 'Set-Cookie': deviceCookie(services, context, started.deviceToken) },
    })
  })
}

/** Makes no database call for a browser without a cookie. */
async function findSource(services: Services, context: CallContext, key: string, address: string) {
  const cookie = readDeviceCookie(services, context)
  const device = await findDevice(services.database, cookie, key, services.clock())
  const network = limitedNetwork(address)
  return { device, source: { usernameKey: key, network, deviceHash: device.knownHash } }
}

type User = NonNullable<Awaited<ReturnType<typeof tryPassword>>['user']>

/** @throws HttpError 401 if the user was changed while the password was checked */
function begin(services: Services, attempt: Attempt, user: User, device: Device, address: string) {
  return services.database.transaction().execute(async (transaction) => {
    await forgetFailures(transaction, attempt)
    const now = services.clock()
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ last_login_at: now.toISOString() })
      .where('id', '=', user.id)
      // While the password was checked, an admin may have changed it or removed the user.
      .where('password_hash', '=', user.password_hash)
      .where('is_active', '=', 1)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new HttpError(wrongCredentials, {})
    await recordAct(
      services,
      transaction,
      { actor_id: user.id, actor_role: user.role, address },
      { action: 'sign-in', target: 'user', targetId: user.id },
    )
    return {
      deviceToken: await rememberDevice(transaction, device, user.id, now),
      token: await startSession(services, transaction, user.id),
    }
  })
}

async function tryPassword(services: Services, attempt: Attempt, password: string) {
  try {
    const user = await services.database
      .selectFrom('users')
      .select(['id', 'role', 'password_hash', 'is_active'])
      .where('username_key', '=', attempt.usernameKey)
      .executeTakeFirst()
    return {
      user,
      matches: await services.passwords.verify(password, user?.password_hash ?? null),
    }
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
