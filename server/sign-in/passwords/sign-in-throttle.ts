import { LRUCache } from 'lru-cache'
import { tooManySignIns } from '../../../contract/sign-in/sign-in-with-password.ts'
import { atMost } from '../../core/at-most.ts'
import { type Clock, secondMs } from '../../core/clock.ts'
import { blockedUntil, type HttpError } from '../../core/http-error.ts'

/** Remembers recently blocked keys, so that their attempts fail without entering the queue. */
export interface SignInThrottle {
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

export function tooManyFailures(waitMs: number): HttpError {
  return blockedUntil(tooManySignIns, {}, waitMs / secondMs)
}
