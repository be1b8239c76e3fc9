import type { GivenUser } from '../../src/lib/core/figures/user-figures.ts'
import type { GivenEmployeeDashboard } from '../../src/lib/emails/employee-figures.ts'
import { sampleUsers } from './user-samples.ts'

export interface EmployeeSample {
  readonly user: GivenUser
  readonly data: GivenEmployeeDashboard
}

const data = {
  risk_score: 58,
  total_emails_scanned: 2974,
  // So few that the bar draws them wider than they are, and no two of its numbers are the same.
  phishing_emails_caught: 12,
  safe_emails: 2962,
  mail_checks: 'offered',
  explains_risk: true,
} satisfies GivenEmployeeDashboard

const [user, otherUser, ...otherUsers] = sampleUsers
const base: EmployeeSample = { user, data }
const withData = (changes: Partial<GivenEmployeeDashboard>) => ({
  user: { ...user, role: 'employee' as const },
  data: { ...data, ...changes },
})

/** As `placesIn` takes them. */
export const employeeSamples: readonly EmployeeSample[] = [
  base,
  {
    user: otherUser,
    data: {
      ...data,
      risk_score: 36,
      total_emails_scanned: 815,
      phishing_emails_caught: 162,
      safe_emails: 653,
    },
  },
  ...otherUsers.map((other) => ({ user: other, data })),
  withData({ risk_score: 27.4 }),
  withData({ risk_score: 93.4 }),
  withData({ risk_score: 0.2 }),
  withData({ mail_checks: null }),
  withData({ explains_risk: false }),
  withData({ total_emails_scanned: 1_234_567 }),
  withData({ total_emails_scanned: 12_345_678_901 }),
  withData({ phishing_emails_caught: 0 }),
  withData({ safe_emails: 0 }),
  withData({ safe_emails: 0, phishing_emails_caught: 0 }),
  withData({ risk_score: 0, total_emails_scanned: 0, explains_risk: false }),
]
