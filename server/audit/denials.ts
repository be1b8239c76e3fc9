import { hourMs } from '../core/clock.ts'
import type { Services } from '../core/services.ts'
import { isUnavailable } from '../database/database-error.ts'
import { recordAct } from './record.ts'

/**
 * Whoever is refused a million times in an hour leaves one line for each call, not a million: what
 * counts is that somebody tries. Each server remembers for itself.
 * @param remembered how many people and calls; beyond, the oldest may leave a second line
 */
export function createDenialRecorder(
  services: Pick<Services, 'database' | 'clock'>,
  remembered = 10_000,
): Services['recordDenial'] {
  const lastLines = new Map<string, number>()
  return async (actor, call) => {
    const key = `${actor.actor_id} ${call}`
    const now = services.clock().getTime()
    const last = lastLines.get(key)
    // A clock that was put back must not silence anybody for longer than that.
    if (last !== undefined && Math.abs(now - last) < hourMs) return
    // Before anything is waited for: of many at once only one goes on.
    lastLines.delete(key)
    lastLines.set(key, now)
    const [oldest] = lastLines.keys()
    if (lastLines.size > remembered && oldest !== undefined) lastLines.delete(oldest)
    try {
      await recordAct(services, services.database, actor, {
        action: 'refused',
        target: 'call',
        targetId: null,
        detail: call,
      })
    } catch (cause) {
      // Refusing goes on while the database takes no writes; the next refusal tries again.
      lastLines.delete(key)
      if (!isUnavailable(cause)) throw cause
    }
  }
}
