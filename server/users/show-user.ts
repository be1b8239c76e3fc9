import { riskScore } from '../risk/risk.ts'
import type { Session } from '../sign-in/sessions/sessions.ts'
import { managesOrganization } from './organization-admin.ts'

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
