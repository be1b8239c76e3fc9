import type { SelectQueryBuilder } from 'kysely'
import { clockSkewMs, isoAfter, minuteMs } from '../../core/clock.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { deleteEnded } from '../../database/delete-ended.ts'
import { newId } from '../../database/id.ts'
import type { Database, Tables } from '../../database/tables/tables.ts'
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
  throttled = limitedKeys(source),
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
export async function forgetAttempt({ database }: Services, { id }: Attempt): Promise<void> {
  await database.deleteFrom('login_failures').where('id', '=', id).execute()
}

/** Deletes failures that no longer count. */
export function deleteSignInFailures(
  database: Database,
  { signInWindowMinutes }: AllServices['limits'],
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  const rows = {
    table: 'login_failures',
    key: 'id',
    passed: ['failed_at', isoAfter(now, -signInWindowMinutes * minuteMs)],
    latest: ['failed_at', isoAfter(now, clockSkewMs)],
  } as const
  return deleteEnded(database, rows, stop)
}

/** Milliseconds until each key is below its limit again, in the order of `limitedKeys`. */
async function waitsFor(
  services: Services,
  database: Database,
  now: Date,
  { usernameKey, network, deviceHash }: Source,
): Promise<number[]> {
  const { signInFailuresPerUsername: perUsername, signInFailuresPerAddress: perAddress } =
    services.limits
  const failures = database.selectFrom('login_failures').select('failed_at')
  const ofUsername = failures.where('username_key', '=', usernameKey)
  if (deviceHash !== null) {
    const ofDevice = ofUsername.where('device_hash', '=', deviceHash)
    return [await waitFor(services, now, ofDevice, perUsername)]
  }
  const ofStrangers = ofUsername.where('device_hash', 'is', null)
  const ofAddress = failures.where('address', '=', network).where('device_hash', 'is', null)
  return [
    await waitFor(services, now, ofStrangers, perUsername),
    await waitFor(services, now, ofAddress, perAddress),
  ]
}

async function waitFor(
  { limits }: Services,
  now: Date,
  failures: SelectQueryBuilder<Tables, 'login_failures', { failed_at: string }>,
  most: number,
): Promise<number> {
  const windowMs = limits.signInWindowMinutes * minuteMs
  const oldest = await failures
    .where('failed_at', '>', isoAfter(now, -windowMs))
    .where('failed_at', '<=', isoAfter(now, clockSkewMs))
    .orderBy('failed_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return 0
  return new Date(oldest.failed_at).getTime() + windowMs - now.getTime()
}
