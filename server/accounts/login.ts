import * as v from 'valibot'
import { loginEndpoint } from '../../src/lib/contract/login.ts'
import { type Actor, recordAct } from '../audit/record.ts'
import { type Binding, bindResponse, type CallContext } from '../http/bind.ts'
import { clientAddress } from '../http/forwarded.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { limitedNetwork } from '../http/network.ts'
import { Refusal } from '../http/refusals.ts'
import type { Parts } from '../parts.ts'
import { deviceCookie, readDeviceCookie } from './device-cookie.ts'
import { type Device, findDevice, rememberDevice } from './known-devices.ts'
import {
  type Attempt,
  countAttempt,
  forgetAttempt,
  forgetFailures,
  limitedKeys,
} from './login-limits.ts'
import { createLoginRefusals } from './login-refusals.ts'
import { usernameKey } from './people.ts'
import { startSession } from './sessions.ts'

const incorrect = 'Incorrect username or password'

/**
 * POST /auth/login (R287, R348). An unknown username, a wrong password and an inactive person get
 * the same words after the same time, so that nobody learns who has an account.
 */
export function login(parts: Parts): Binding {
  const refusals = createLoginRefusals(parts.clock)
  return bindResponse(parts, loginEndpoint, async (read, context) => {
    const { username, password } = await read()
    const address = clientAddress(context, parts.trustedProxies)
    const { device, source } = await findSource(parts, context, usernameKey(username), address)
    const keys = limitedKeys(source)
    // Before the queue: whoever has failed too often takes nobody's place in it.
    refusals.check(...keys)
    // In turn as a whole: who finds no place in the queue costs the database nothing.
    const { attempt, person, matches } = await parts.passwords.inTurn(async () => {
      const counted = await countAttempt(parts, refusals, source)
      return { attempt: counted, ...(await tryPassword(parts, counted, password)) }
    })
    if (person === undefined || !matches || person.is_active === 0) {
      await recordFailure(parts, person?.id ?? null, address)
      throw new Refusal(401, incorrect)
    }
    const started = await begin(parts, attempt, person, device, address)
    refusals.forget(...keys)
    const answer = { access_token: started.token, user_role: person.role }
    return jsonAnswer(v.parse(loginEndpoint.output, answer), {
      headers: { 'Set-Cookie': deviceCookie(parts, context, started.deviceToken) },
    })
  })
}

/** A browser without a cookie costs the database nothing here. */
async function findSource(parts: Parts, context: CallContext, key: string, address: string) {
  const cookie = readDeviceCookie(parts, context)
  const device = await findDevice(parts.database, cookie, key, parts.clock())
  const network = limitedNetwork(address)
  return { device, source: { usernameKey: key, network, deviceHash: device.knownHash } }
}

type Person = NonNullable<Awaited<ReturnType<typeof tryPassword>>['person']>

/** @throws Refusal 401 when the person was changed while the password was looked at */
function begin(parts: Parts, attempt: Attempt, person: Person, device: Device, address: string) {
  return parts.database.transaction().execute(async (transaction) => {
    await forgetFailures(transaction, attempt)
    const now = parts.clock()
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ last_login_at: now.toISOString() })
      .where('id', '=', person.id)
      // While the password was checked, an admin may have changed it, or removed the person.
      .where('password_hash', '=', person.password_hash)
      .where('is_active', '=', 1)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Refusal(401, incorrect)
    await recordAct(
      parts,
      transaction,
      { actor_id: person.id, actor_role: person.role, address },
      { action: 'sign-in', target: 'user', targetId: person.id },
    )
    return {
      deviceToken: await rememberDevice(transaction, device, person.id, now),
      token: await startSession(parts, transaction, person.id),
    }
  })
}

async function tryPassword(parts: Parts, attempt: Attempt, password: string) {
  try {
    const person = await parts.database
      .selectFrom('users')
      .select(['id', 'role', 'password_hash', 'is_active'])
      .where('username_key', '=', attempt.usernameKey)
      .executeTakeFirst()
    return {
      person,
      matches: await parts.passwords.verify(password, person?.password_hash ?? null),
    }
  } catch (cause) {
    // What fails here, too, hangs on the first cause, and that one is to be answered and logged.
    await forgetAttempt(parts, attempt).catch(() => {})
    throw cause
  }
}

/**
 * Only somebody who exists is named, by their id: people type all kinds of things into a username,
 * their password among them.
 */
function recordFailure(parts: Parts, targetId: string | null, address: string): Promise<void> {
  const actor: Actor = { actor_id: null, actor_role: 'nobody', address }
  return recordAct(parts, parts.database, actor, {
    action: 'failed-sign-in',
    target: 'user',
    targetId,
  })
}
