import {
  extendSessionEndpoint,
  showSessionEndpoint,
} from '../../../contract/sign-in/own-session.ts'
import { minuteMs } from '../../core/clock.ts'
import { bindUser, type Caller } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'

/** GET /auth/session, an addition: when the session expires without use; does not extend it. */
export function showSession(services: Services) {
  return bindUser(services, showSessionEndpoint, (_input, caller) => idleEndOf(services, caller))
}

/** POST /auth/session, an addition: extends the session, as any call does, and does nothing else. */
export function extendSession(services: Services) {
  return bindUser(services, extendSessionEndpoint, (_input, caller) => idleEndOf(services, caller))
}

export function idleEndOf(
  { limits, clock }: Pick<Services, 'limits' | 'clock'>,
  { lastUsedAt }: Pick<Caller, 'lastUsedAt'>,
) {
  const end = Date.parse(lastUsedAt) + limits.sessionIdleMinutes * minuteMs
  return { idle_seconds_left: Math.max(0, Math.floor((end - clock().getTime()) / 1000)) }
}
