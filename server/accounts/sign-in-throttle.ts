import { type Clock, secondMs } from '../core/clock.ts'
import { blockedUntil, type HttpError } from '../http/http-error.ts'

/** Whom the database refused a sign-in a moment ago, so that nobody queues to hear the same again. */
export interface SignInThrottle {
  /** @throws HttpError 429, unless one of them has to ask the database */
  check(...keys: string[]): void
  /** What the database said of a key; 0 or less for one that is not refused. */
  remember(key: string, waitMs: number): void
  forget(...keys: string[]): void
}

interface Refused {
  readonly until: number
  readonly askedAt: number
}

/**
 * So long the database is not asked again. A refusal that ended early, because somebody signed in
 * on another server or because the clock was set right, is held up by no more.
 */
const believedMs = 5 * secondMs

/**
 * Each server remembers for itself; the database stays the truth.
 * @param remembered how many keys; beyond, the oldest asks the database once more
 */
export function createSignInThrottle(clock: Clock, remembered = 10_000): SignInThrottle {
  const refused = new Map<string, Refused>()
  const put = (key: string, value: Refused) => {
    refused.delete(key)
    refused.set(key, value)
    const [oldest] = refused.keys()
    if (refused.size > remembered && oldest !== undefined) refused.delete(oldest)
  }
  return {
    check(...keys) {
      const now = clock().getTime()
      const known = keys.flatMap((key) => {
        const entry = refused.get(key)
        return entry === undefined ? [] : [{ key, ...entry }]
      })
      const lasting = known.filter(({ until }) => until > now)
      // Either way: when the clock was set back, nobody knows how long ago they were refused.
      if (lasting.some(({ askedAt }) => Math.abs(now - askedAt) < believedMs)) {
        throw tooManyFailures(Math.max(...lasting.map(({ until }) => until)) - now)
      }
      // Before anything is waited for: of many at once only one goes on.
      for (const { key, until } of lasting) put(key, { until, askedAt: now })
    },
    remember(key, waitMs) {
      const now = clock().getTime()
      if (waitMs > 0) put(key, { until: now + waitMs, askedAt: now })
      else refused.delete(key)
    },
    forget(...keys) {
      for (const key of keys) refused.delete(key)
    },
  }
}

export function tooManyFailures(waitMs: number): HttpError {
  return blockedUntil(429, 'Too many failed sign-ins. Try again later.', waitMs / secondMs)
}
