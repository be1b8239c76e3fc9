import { logoutEndpoint } from '../../src/lib/contract/logout.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import type { Parts } from '../parts.ts'
import { endSession } from './sessions.ts'

/** POST /auth/logout, an addition: the token is worth nothing from here on. */
export function logout(parts: Parts): Binding {
  return bindPerson(parts, logoutEndpoint, async (_input, caller) => {
    await parts.database.transaction().execute(async (transaction) => {
      await endSession(transaction, caller)
      await recordAct(parts, transaction, actorOf(caller), {
        action: 'logout',
        target: 'user',
        targetId: caller.person.id,
      })
    })
    return {}
  })
}
