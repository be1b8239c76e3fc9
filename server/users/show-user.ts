import { managesOrganization } from '../http/permitted-user.ts'
import type { Session } from '../http/session.ts'
import { riskScore } from '../risk/risk.ts'

/** A user as calls return it (R274), with the current risk. */
export function showUser(
  {
    must_change_password,
    invitation_expires_at,
    managed_organization_id,
    ...user
  }: Session['user'],
  riskSum: number,
  now: Date,
) {
  const isOrganizationAdmin = managesOrganization({ ...user, managed_organization_id })
  return {
    ...user,
    ...(isOrganizationAdmin ? { manages_organization: true } : {}),
    is_active: user.is_active === 1,
    has_consented: user.consented_at !== null,
    risk_score: riskScore(riskSum, now),
  }
}
