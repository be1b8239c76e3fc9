import {
  sendOwnInvitationEndpoint,
  withdrawOwnInvitationEndpoint,
} from '../../contract/users/own-invitations.ts'
import { bindChange } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { countInvitation, ownOrganizationOf } from '../organizations/organizations.ts'
import { inviteFor, requireInvitations, withdrawFor } from '../sign-in/sign-in.ts'
import { lockOwnUser } from './change/organization-admin.ts'
import { requireApprovedDomain } from './invite-own-users.ts'

/** POST /organization/users/{id}/invitation. */
export function sendOwnInvitation(services: Services) {
  return bindChange(services, sendOwnInvitationEndpoint, async ({ id }, caller, transaction) => {
    requireInvitations(services)
    const organizationId = ownOrganizationOf(caller)
    const { email } = await lockOwnUser(transaction, caller, id)
    await requireApprovedDomain(transaction, organizationId, email)
    await inviteFor(services, transaction, caller, id)
    await countInvitation(services, transaction, organizationId, id)
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
      await withdrawFor(services, transaction, caller, id)
      return {}
    },
  )
}
