import {
  mostMembers,
  showOrganizationThreatsEndpoint,
} from '../../contract/attention/show-organization-threats.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { recentSince, requireOrganization } from '../organizations/organizations.ts'
import { findAttacked } from '../team/team.ts'

/** GET /admin/organizations/{organization_id}/threats: nothing that it selects holds a subject. */
export function showOrganizationThreats(services: Services) {
  const { database, clock } = services
  return bindUser(services, showOrganizationThreatsEndpoint, async ({ organization_id }) => {
    await requireOrganization(database, organization_id)
    const since = recentSince(clock())
    const { members, kinds } = await findAttacked(database, organization_id, since)
    return { since, members_hit: members.length, members: members.slice(0, mostMembers), kinds }
  })
}
