import type { Users } from '../database/tables/tables.ts'

export type Right = Pick<Users, 'role' | 'organization_id' | 'managed_organization_id'>

/**
 * Whether a user may manage the own organization. The right names the organization and holds only
 * for a team lead in it, so that no change of role or organization, however it is written, takes it along.
 */
export function managesOrganization({
  role,
  organization_id,
  managed_organization_id,
}: Right): boolean {
  return (
    role === 'team_lead' &&
    managed_organization_id !== null &&
    managed_organization_id === organization_id
  )
}

/** For `mayUse`. */
export function permittedUser(user: Right) {
  return { role: user.role, manages_organization: managesOrganization(user) }
}
