import {
  endAllOtherSessionsEndpoint,
  endOneSessionEndpoint,
  listSessionsEndpoint,
  unknownSession,
} from '../../contract/account/own-sessions.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange, bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { endSessions, openSessions } from '../sign-in/sign-in.ts'

/** GET /account/sessions, an addition. */
export function listSessions(services: Services) {
  return bindUser(services, listSessionsEndpoint, async (_input, { id, user }) => {
    const rows = await openSessions(services, user.id)
    return { sessions: rows.map((row) => ({ ...row, is_current: row.id === id })) }
  })
}

/** DELETE /account/sessions/:id, an addition. */
export function endOneSession(services: Services) {
  return bindChange(services, endOneSessionEndpoint, async ({ id }, caller, transaction) => {
    const ended = await endSessions(transaction, { of: [caller.user.id], id })
    if (ended === 0) throw new HttpError(unknownSession, {})
    await recordEnd(services, transaction, caller, 'one')
    return {}
  })
}

/** DELETE /account/sessions, an addition. */
export function endAllOtherSessions(services: Services) {
  return bindChange(services, endAllOtherSessionsEndpoint, async (_input, caller, transaction) => {
    await endSessions(transaction, { of: [caller.user.id], except: caller.tokenHash })
    await recordEnd(services, transaction, caller, 'others')
    return {}
  })
}

function recordEnd(
  services: Services,
  database: Database,
  caller: Caller,
  detail: 'one' | 'others',
): Promise<void> {
  return recordAct(services, database, actorOf(caller), {
    action: 'session-end',
    target: 'user',
    targetId: caller.user.id,
    detail,
  })
}
