import { managesOrganization } from '../http/permitted-user.ts'
import type { Session } from '../http/session.ts'
import { riskScore } from '../risk/risk.ts'

/** What is shown of a user, as it is kept. */
type ShownUser = Pick<
  Session['user'],
  | 'id'
  | 'username'
  | 'email'
  | 'full_name'
  | 'role'
  | 'organization_id'
  | 'department'
  | 'phone'
  | 'is_active'
  | 'consented_at'
  | 'managed_organization_id'
>

/**
 * A user as calls return it (R274), with the current risk. Each field by its name: to copy a row but for
 * some columns takes as long as to read it.
 */
export function showUser(user: ShownUser, riskSum: number, now: Date) {
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
    has_consented: user.consented_at !== null,
    risk_score: riskScore(riskSum, now),
    ...(managesOrganization(user) ? { manages_organization: true } : {}),
  }
}
