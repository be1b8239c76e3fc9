import {
  endInvitationEndpoint,
  notInvited,
  sendInvitationEndpoint,
} from '../../../contract/users/admin-invitations.ts'
import { unknownUser } from '../../../contract/users/save-user.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { bindChange } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { inviteUser, withdrawInvitation } from './invite-user.ts'

/** POST /admin/users/{id}/invitation, an addition. */
export function sendInvitation(services: Services) {
  return bindChange(services, sendInvitationEndpoint, async ({ id }, caller, transaction) => {
    await inviteUser(services, transaction, id, caller.user.id)
    await recordAct(services, transaction, actorOf(caller), {
      action: 'invitation-send',
      target: 'user',
      targetId: id,
    })
    return {}
  })
}

/** DELETE /admin/users/{id}/invitation, an addition. */
export function endInvitation(services: Services) {
  return bindChange(services, endInvitationEndpoint, async ({ id }, caller, transaction) => {
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new HttpError(unknownUser, {}))
    if (!(await withdrawInvitation(transaction, id))) throw new HttpError(notInvited, {})
    await recordAct(services, transaction, actorOf(caller), {
      action: 'invitation-withdraw',
      target: 'user',
      targetId: id,
    })
    return {}
  })
}
