import { LRUCache } from 'lru-cache'
import { tooManySignIns } from '../../../contract/sign-in/sign-in-with-password.ts'
import { atMost } from '../../core/background-work.ts'
import { type Clock, minuteMs, secondMs } from '../../core/clock.ts'
import type { Limits } from '../../core/configuration.ts'
import { blockedUntil, type HttpError } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { waitForPlace } from '../../database/counters.ts'
import { newId } from '../../database/id.ts'
import type { Retention } from '../../database/retention.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services as AllServices } from '../../http/services.ts'

/** Remembers recently blocked keys, so that their attempts fail without entering the queue. */
interface SignInThrottle {
  /** @throws HttpError 429, unless a key has to be checked in the database */
  check(...keys: string[]): void
  /** Stores the wait that the database returned for a key; 0 or less if the key is not blocked. */
  remember(key: string, waitMs: number): void
  forget(...keys: string[]): void
}

interface Block {
  readonly until: number
  readonly askedAt: number
}

/**
 * How long a block is trusted before the database is asked again. It also bounds the delay when a
 * block ends early, because of a sign-in on another server or a clock correction.
 */
const trustedMs = 5 * secondMs

/**
 * Each server keeps its own memory; the database is authoritative.
 * @param remembered the number of keys; beyond it the oldest is checked in the database again
 */
export function createSignInThrottle(clock: Clock, remembered = 10_000): SignInThrottle {
  const blocked = new LRUCache<string, Block>(atMost(remembered))
  return {
    check(...keys) {
      const now = clock().getTime()
      const known = keys.flatMap((key) => {
        const entry = blocked.peek(key)
        return entry === undefined ? [] : [{ key, ...entry }]
      })
      const lasting = known.filter(({ until }) => until > now)
      // The absolute value: after the clock was set back, `askedAt` may be in the future.
      if (lasting.some(({ askedAt }) => Math.abs(now - askedAt) < trustedMs)) {
        throw tooManyFailures(Math.max(...lasting.map(({ until }) => until)) - now)
      }
      // Before the first await, so that only one of several concurrent attempts continues.
      for (const { key, until } of lasting) blocked.set(key, { until, askedAt: now })
    },
    remember(key, waitMs) {
      const now = clock().getTime()
      if (waitMs > 0) blocked.set(key, { until: now + waitMs, askedAt: now })
      else blocked.delete(key)
    },
    forget(...keys) {
      for (const key of keys) blocked.delete(key)
    },
  }
}

function tooManyFailures(waitMs: number): HttpError {
  return blockedUntil(tooManySignIns, {}, waitMs / secondMs)
}

type Services = Pick<AllServices, 'database' | 'limits' | 'clock'>

/** The origin of a sign-in; `deviceHash` is set for a browser that has signed in as this user. */
export interface Source {
  readonly usernameKey: string
  /** See http/forwarded.ts. */
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
