import type { GivenUser } from '../../src/lib/core/figures/user-figures.ts'
import type { GivenEmployeeDashboard } from '../../src/lib/emails/employee-figures.ts'

export interface EmployeeSample {
  readonly user: GivenUser
  readonly data: GivenEmployeeDashboard
}

/** A name with a letter that no text of ours has, and numbers that are no part of each other. */
const user = {
  id: 1,
  username: 'Ω-sign-in',
  full_name: 'Ωm Nam',
  role: 'super_admin',
  has_own_account: true,
} satisfies GivenUser

const data = {
  risk_score: 58,
  total_emails_scanned: 2974,
  // So few that the bar draws them wider than they are, and no two of its numbers are the same.
  phishing_emails_caught: 12,
  safe_emails: 2962,
  mail_checks: 'offered',
  explains_risk: true,
} satisfies GivenEmployeeDashboard

const base: EmployeeSample = { user, data }
const withUser = (changes: Partial<GivenUser>) => ({ user: { ...user, ...changes }, data })
const withData = (changes: Partial<GivenEmployeeDashboard>) => ({
  user: { ...user, role: 'employee' as const },
  data: { ...data, ...changes },
})

/** As `placesIn` takes them. */
export const employeeSamples: readonly EmployeeSample[] = [
  base,
  {
    user: { ...user, full_name: 'Ξi Pi' },
    data: {
      ...data,
      risk_score: 36,
      total_emails_scanned: 815,
      phishing_emails_caught: 162,
      safe_emails: 653,
    },
  },
  withUser({ has_own_account: null }),
  withUser({ role: 'team_lead' }),
  withUser({ role: 'team_lead', manages_organization: true }),
  withUser({ role: 'super_admin', manages_organization: true }),
  withUser({ role: 'employee' }),
  withUser({ role: 'employee', manages_organization: true }),
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
