import { minuteMs } from '../../core/clock.ts'
import type { Limits } from '../../core/configuration.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { newId } from '../../database/id.ts'
import type { Retention } from '../../database/retention.ts'
import type { Database } from '../../database/tables/tables.ts'
import { waitForPlace } from '../../database/window.ts'
import type { Services as AllServices } from '../../http/services.ts'
import { type SignInThrottle, tooManyFailures } from './sign-in-throttle.ts'

type Services = Pick<AllServices, 'database' | 'limits' | 'clock'>

/** The origin of a sign-in; `deviceHash` is set for a browser that has signed in as this user. */
export interface Source {
  readonly usernameKey: string
  /** See http/connections/network.ts. */
  readonly network: string
  readonly deviceHash: string | null
}

/** Counts as failed until it has succeeded, so that concurrent attempts cannot exceed the limit. */
export interface Attempt extends Source {
  readonly id: string
}

/**
 * Each key has its own limit. A known browser of the user is limited separately, so that attackers
 * cannot lock the user out of it (OWASP's device cookies).
 */
export function limitedKeys({ usernameKey, network, deviceHash }: Source): readonly string[] {
  if (deviceHash !== null) return [`device ${deviceHash} ${usernameKey}`]
  return [`username ${usernameKey}`, `address ${network}`]
}

/**
 * @param throttled what the throttle knows the source by, in the order of `limitedKeys`
 * @throws HttpError 429 if the username, the address or the known browser has failed too often
 */
export async function countAttempt(
  services: Services,
  throttle: SignInThrottle,
  source: Source,
  throttled: readonly string[],
): Promise<Attempt> {
  const { database, clock } = services
  return database.transaction().execute(async (transaction) => {
    await takeAdvisoryLock(transaction, ...limitedKeys(source).map((key) => `login ${key}`))
    const now = clock()
    const waits = await waitsFor(services, transaction, now, source)
    for (const [at, key] of throttled.entries()) throttle.remember(key, waits[at] ?? 0)
    const waitMs = Math.max(...waits)
    if (waitMs > 0) throw tooManyFailures(waitMs)
    const id = newId()
    await transaction
      .insertInto('login_failures')
      .values({
        id,
        username_key: source.usernameKey,
        address: source.network,
        failed_at: now.toISOString(),
        device_hash: source.deviceHash,
      })
      .execute()
    return { ...source, id }
  })
}

/**
 * Called after a successful sign-in. Failures with other usernames still count for the address; from
 * a known browser, failures of unknown browsers still count for the username.
 */
export async function forgetFailures(
  database: Database,
  { usernameKey, deviceHash }: Pick<Source, 'usernameKey' | 'deviceHash'>,
): Promise<void> {
  await database
    .deleteFrom('login_failures')
    .where('username_key', '=', usernameKey)
    .where('device_hash', deviceHash === null ? 'is' : '=', deviceHash)
    .execute()
}

/** Called when the username belongs to no user any more, or the user has another password. */
export async function forgetAllFailures(database: Database, usernameKey: string): Promise<void> {
  await database.deleteFrom('login_failures').where('username_key', '=', usernameKey).execute()
}

/** For an attempt that the server could not check. */
export async function forgetAttempt(
  { database }: Pick<Services, 'database'>,
  { id }: Attempt,
): Promise<void> {
  await database.deleteFrom('login_failures').where('id', '=', id).execute()
}

/** As long as failures count. */
export function signInFailureRetention({ signInWindowMinutes }: Limits): Retention {
  return {
    table: 'login_failures',
    date: 'failed_at',
    keptMs: signInWindowMinutes * minuteMs,
    future: 'delete',
  }
}

/** Milliseconds until each key is below its limit again, in the order of `limitedKeys`. */
async function waitsFor(
  { limits }: Services,
  database: Database,
  now: Date,
  { usernameKey, network, deviceHash }: Source,
): Promise<number[]> {
  const withinMs = limits.signInWindowMinutes * minuteMs
  const perUsername = { most: limits.signInFailuresPerUsername, withinMs }
  const perAddress = { most: limits.signInFailuresPerAddress, withinMs }
  const failures = database.selectFrom('login_failures')
  const ofUsername = failures.where('username_key', '=', usernameKey)
  if (deviceHash !== null) {
    const ofDevice = ofUsername.where('device_hash', '=', deviceHash)
    return [await waitForPlace(ofDevice, 'failed_at', perUsername, now)]
  }
  const ofStrangers = ofUsername.where('device_hash', 'is', null)
  const ofAddress = failures.where('address', '=', network).where('device_hash', 'is', null)
  return [
    await waitForPlace(ofStrangers, 'failed_at', perUsername, now),
    await waitForPlace(ofAddress, 'failed_at', perAddress, now),
  ]
}
