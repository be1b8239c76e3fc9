import {
  extendSessionEndpoint,
  showSessionEndpoint,
} from '../../../contract/sign-in/own-session.ts'
import { signOutEndpoint } from '../../../contract/sign-in/sign-out.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { minuteMs } from '../../core/clock.ts'
import { bindChange, bindUser, type Caller } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { endSessions } from './sessions.ts'

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

/** POST /auth/logout, an addition: invalidates the token. */
export function signOut(services: Services) {
  return bindChange(services, signOutEndpoint, async (_input, caller, transaction) => {
    await endSessions(transaction, { of: [caller.user.id], id: caller.id })
    await recordAct(services, transaction, actorOf(caller), {
      action: 'logout',
      target: 'user',
      targetId: caller.user.id,
    })
    return {}
  })
}
