import type { Session } from '../http/session.ts'
import { managesOrganization } from '../http/session.ts'
import { riskScore } from '../risk/risk.ts'

/**
 * A user as calls return it (R274), with the current risk. Each field is named: to copy a row without some
 * of its columns takes longer than to read it.
 */
export function showUser(user: Session['user'], riskSum: number, now: Date) {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    full_name: user.full_name,
    role: user.role,
    organization_id: user.organization_id,
    department: user.department,
    phone: user.phone,
    is_active: user.is_active === 1,
    risk_score: riskScore(riskSum, now),
    has_consented: user.consented_at !== null,
    manages_organization: managesOrganization(user) ? true : undefined,
  }
}
