import {
  endInvitationEndpoint,
  sendInvitationEndpoint,
} from '../../../contract/users/admin-invitations.ts'
import { unknownUser } from '../../../contract/users/save-user.ts'
import { HttpError } from '../../core/http-error.ts'
import { bindChange } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { inviteFor, withdrawFor } from './invite-user.ts'

/** POST /admin/users/{id}/invitation, an addition. */
export function sendInvitation(services: Services) {
  return bindChange(services, sendInvitationEndpoint, async ({ id }, caller, transaction) => {
    await inviteFor(services, transaction, caller, id)
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
    await withdrawFor(services, transaction, caller, id)
    return {}
  })
}
