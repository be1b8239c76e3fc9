import { riskScore } from '../scans/risk.ts'
import type { Session } from './sessions.ts'

/** A person as the calls show one (R274); the risk is that of this moment. */
export function showPerson(person: Session['person'], riskSum: number, now: Date) {
  return {
    ...person,
    is_active: person.is_active === 1,
    has_consented: person.consented_at !== null,
    risk_score: riskScore(riskSum, now),
  }
}
