import * as v from 'valibot'
import { signInEndpoint } from '../../contract/endpoints/sign-in.ts'
import { type Actor, recordAct } from '../audit/record.ts'
import type { Services } from '../core/services.ts'
import { type Binding, bindResponse } from '../http/bind.ts'
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

const incorrect = 'Incorrect username or password'

/**
 * POST /auth/login (R287, R348). An unknown username, a wrong password and an inactive person get
 * the same words after the same time, so that nobody learns who has an account.
 */
export function login(services: Services): Binding {
  const refusals = createSignInThrottle(services.clock)
  return bindResponse(services, signInEndpoint, async (read, context) => {
    const { username, password } = await read()
    const address = clientAddress(context, services.trustedProxies)
    const { device, source } = await findSource(services, context, usernameKey(username), address)
    const keys = limitedKeys(source)
    // Before the queue: whoever has failed too often takes nobody's place in it.
    refusals.check(...keys)
    // In turn as a whole: who finds no place in the queue costs the database nothing.
    const { attempt, user, matches } = await services.passwords.inQueue(async () => {
      const counted = await countAttempt(services, refusals, source)
      return { attempt: counted, ...(await tryPassword(services, counted, password)) }
    })
    if (user === undefined || !matches || user.is_active === 0) {
      await recordFailure(services, user?.id ?? null, address)
      throw new HttpError(401, incorrect)
    }
    const started = await begin(services, attempt, user, device, address)
    refusals.forget(...keys)
    const answer = { access_token: started.token, user_role: user.role }
    return jsonAnswer(v.parse(signInEndpoint.output, answer), {
      headers: { 'Set-Cookie': deviceCookie(services, context, started.deviceToken) },
    })
  })
}

/** A browser without a cookie costs the database nothing here. */
async function findSource(services: Services, context: CallContext, key: string, address: string) {
  const cookie = readDeviceCookie(services, context)
  const device = await findDevice(services.database, cookie, key, services.clock())
  const network = limitedNetwork(address)
  return { device, source: { usernameKey: key, network, deviceHash: device.knownHash } }
}

type User = NonNullable<Awaited<ReturnType<typeof tryPassword>>['user']>

/** @throws HttpError 401 when the person was changed while the password was looked at */
function begin(services: Services, attempt: Attempt, user: User, device: Device, address: string) {
  return services.database.transaction().execute(async (transaction) => {
    await forgetFailures(transaction, attempt)
    const now = services.clock()
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ last_login_at: now.toISOString() })
      .where('id', '=', user.id)
      // While the password was checked, an admin may have changed it, or removed the person.
      .where('password_hash', '=', user.password_hash)
      .where('is_active', '=', 1)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new HttpError(401, incorrect)
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
    // What fails here, too, hangs on the first cause, and that one is to be answered and logged.
    await forgetAttempt(services, attempt).catch(() => {})
    throw cause
  }
}

/**
 * Only somebody who exists is named, by their id: people type all kinds of things into a username,
 * their password among them.
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
