import { notInvited } from '../../contract/users/admin-invitations.ts'
import {
  sendOwnInvitationEndpoint,
  withdrawOwnInvitationEndpoint,
} from '../../contract/users/own-invitations.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { bindChange } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { countInvitation, ownOrganizationOf } from '../organizations/organizations.ts'
import { inviteUser, requireInvitations, withdrawInvitation } from '../sign-in/sign-in.ts'
import { requireApprovedDomain } from './invite-own-users.ts'
import { lockOwnUser } from './own-user.ts'

/** POST /organization/users/{id}/invitation. */
export function sendOwnInvitation(services: Services) {
  return bindChange(services, sendOwnInvitationEndpoint, async ({ id }, caller, transaction) => {
    requireInvitations(services)
    const organizationId = ownOrganizationOf(caller)
    const { email } = await lockOwnUser(transaction, caller, id)
    await requireApprovedDomain(transaction, organizationId, email)
    await inviteUser(services, transaction, id, caller.user.id)
    await countInvitation(services, transaction, organizationId, id)
    await recordAct(services, transaction, actorOf(caller), {
      action: 'invitation-send',
      target: 'user',
      targetId: id,
    })
    return {}
  })
}

/** DELETE /organization/users/{id}/invitation. */
export function withdrawOwnInvitation(services: Services) {
  return bindChange(
    services,
    withdrawOwnInvitationEndpoint,
    async ({ id }, caller, transaction) => {
      await lockOwnUser(transaction, caller, id)
      if (!(await withdrawInvitation(transaction, id))) throw new HttpError(notInvited, {})
      await recordAct(services, transaction, actorOf(caller), {
        action: 'invitation-withdraw',
        target: 'user',
        targetId: id,
      })
      return {}
    },
  )
}
