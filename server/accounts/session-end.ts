import { extendSessionEndpoint, sessionEndpoint } from '../../src/lib/contract/session.ts'
import { minuteMs } from '../clock.ts'
import { type Binding, bindPerson, type Caller } from '../http/bind.ts'
import type { Parts } from '../parts.ts'

/** GET /auth/session, an addition: when the session ends if nothing is done; looking changes nothing. */
export function showSession(parts: Parts): Binding {
  return bindPerson(parts, sessionEndpoint, (_input, caller) => idleEndOf(parts, caller))
}

/** POST /auth/session, an addition: any call extends a session; this one does nothing else. */
export function extendSession(parts: Parts): Binding {
  return bindPerson(parts, extendSessionEndpoint, (_input, caller) => idleEndOf(parts, caller))
}

export function idleEndOf(
  { limits, clock }: Pick<Parts, 'limits' | 'clock'>,
  { lastUsedAt }: Pick<Caller, 'lastUsedAt'>,
) {
  const end = Date.parse(lastUsedAt) + limits.sessionIdleMinutes * minuteMs
  return { idle_seconds_left: Math.max(0, Math.floor((end - clock().getTime()) / 1000)) }
}
