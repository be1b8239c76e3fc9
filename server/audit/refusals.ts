import type { Session } from '../accounts/sessions.ts'
import { hourMs } from '../clock.ts'
import { isUnavailable } from '../database/unavailable.ts'
import type { Parts } from '../parts.ts'
import { actorOf, recordAct } from './record.ts'

/** Notes in the audit trail that somebody's role did not allow a call, named without its values. */
export type RecordRefusal = (session: Session, call: string, address: string) => Promise<void>

/**
 * Whoever is refused a million times in an hour leaves one line for each call, not a million: what
 * counts is that somebody tries. Each server remembers for itself.
 * @param remembered how many people and calls; beyond, the oldest may leave a second line
 */
export function createRefusalRecorder(
  parts: Pick<Parts, 'database' | 'clock'>,
  remembered = 10_000,
): RecordRefusal {
  const lastLines = new Map<string, number>()
  return async (session, call, address) => {
    const key = `${session.person.id} ${call}`
    const now = parts.clock().getTime()
    const last = lastLines.get(key)
    // A clock that was put back must not silence anybody for longer than that.
    if (last !== undefined && Math.abs(now - last) < hourMs) return
    // Before anything is waited for: of many at once only one goes on.
    lastLines.delete(key)
    lastLines.set(key, now)
    const [oldest] = lastLines.keys()
    if (lastLines.size > remembered && oldest !== undefined) lastLines.delete(oldest)
    try {
      await recordAct(parts, parts.database, actorOf({ ...session, address }), {
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
