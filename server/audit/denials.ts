import { LRUCache } from 'lru-cache'
import { atMost } from '../core/background-work.ts'
import { hourMs } from '../core/clock.ts'
import { isUnavailable } from '../database/drivers/database-error.ts'
import type { Services } from '../http/services.ts'
import { actorOf, recordAct } from './record.ts'

/**
 * Records at most one entry per user and call in an hour, however many requests are denied. Each
 * server keeps its own memory.
 * @param remembered the number of users and calls; beyond it the oldest may be recorded again
 */
export function createDenialRecorder(
  services: Pick<Services, 'database' | 'clock'>,
  remembered = 10_000,
): Services['recordDenial'] {
  const lastLines = new LRUCache<string, number>(atMost(remembered))
  return async (caller, call) => {
    const actor = actorOf(caller)
    const key = `${actor.actor_id} ${call}`
    const now = services.clock().getTime()
    const last = lastLines.peek(key)
    // The absolute value, so that a clock that was set back suppresses no entries for longer.
    if (last !== undefined && Math.abs(now - last) < hourMs) return
    // Before the first await, so that only one of several concurrent denials continues.
    lastLines.set(key, now)
    try {
      await recordAct(services, services.database, actor, {
        action: 'refused',
        target: 'call',
        targetId: null,
        detail: call,
      })
    } catch (cause) {
      // Denials continue while the database accepts no writes; the next one tries again.
      lastLines.delete(key)
      if (!isUnavailable(cause)) throw cause
    }
  }
}
