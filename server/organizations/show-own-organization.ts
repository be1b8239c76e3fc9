import { showOwnOrganizationEndpoint } from '../../contract/organizations/show-own-organization.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { listDomains } from './domains.ts'
import { invitationsLeft } from './invitation-limits.ts'
import { nameOfOrganization, ownOrganizationOf } from './organization.ts'

/** GET /organization. */
export function showOwnOrganization(services: Services) {
  return bindUser(services, showOwnOrganizationEndpoint, async (_input, caller) => {
    const { database } = services
    const id = ownOrganizationOf(caller)
    const domains = await listDomains(database, id)
    const named = (isApproved: boolean) =>
      domains.flatMap(({ domain, approved_at }) =>
        (approved_at !== null) === isApproved ? [domain] : [],
      )
    return {
      name: await nameOfOrganization(database, id),
      domains: named(true),
      proposed_domains: named(false),
      invitations_left: await invitationsLeft(services, database, id),
    }
  })
}
