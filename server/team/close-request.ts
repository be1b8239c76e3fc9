import { can } from '../../contract/core/permissions.ts'
import { closeRequestEndpoint, unknownRequest } from '../../contract/team/close-request.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { bindChange } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { closedAt } from './requests.ts'

/** POST /team/close-request: a second team lead at the same time records nothing more. */
export function closeRequest(services: Services) {
  return bindChange(services, closeRequestEndpoint, async ({ id }, caller, transaction) => {
    const { user } = caller
    await takeAdvisoryLock(transaction, `request ${id}`)
    const request = await transaction
      .selectFrom('audit')
      .select(['action', 'actor_organization_id'])
      .where('id', '=', id)
      .where('action', 'in', ['mail-report', 'support-request'])
      .executeTakeFirst()
    const isOfTeam =
      request?.action === 'mail-report' &&
      request.actor_organization_id !== null &&
      request.actor_organization_id === user.organization_id
    if (request === undefined || !(isOfTeam || can(user.role, 'view:admin'))) {
      throw new HttpError(unknownRequest, {})
    }
    if ((await closedAt(transaction, [id])).has(id)) return {}
    await recordAct(services, transaction, actorOf(caller), {
      action: 'request-close',
      target: 'request',
      targetId: id,
      detail: request.action,
    })
    return {}
  })
}
