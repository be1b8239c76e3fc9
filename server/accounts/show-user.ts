import { riskScore } from '../scans/risk.ts'
import type { Session } from './sessions.ts'

/** A person as the calls show one (R274); the risk is that of this moment. */
export function showUser(user: Session['user'], riskSum: number, now: Date) {
  return {
    ...user,
    is_active: user.is_active === 1,
    has_consented: user.consented_at !== null,
    risk_score: riskScore(riskSum, now),
  }
}
