import { signOutEndpoint } from '../../contract/sign-in/sign-out.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { bindChange } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { endSessions } from './sessions/sessions.ts'

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
