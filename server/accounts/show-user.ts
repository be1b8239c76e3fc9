import { riskScore } from '../scans/risk.ts'
import type { Session } from './sessions.ts'

/** A user as calls return it (R274), with the current risk. */
export function showUser(
  { must_change_password, invitation_expires_at, ...user }: Session['user'],
  riskSum: number,
  now: Date,
) {
  return {
    ...user,
    is_active: user.is_active === 1,
    has_consented: user.consented_at !== null,
    risk_score: riskScore(riskSum, now),
  }
}
