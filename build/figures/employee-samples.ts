import type { GivenEmployeeDashboard } from '../../src/lib/employee/employee-figures.ts'
import type { GivenUser } from '../../src/lib/figures/user-figures.ts'
import { sampleUsers } from './user-samples.ts'

export interface EmployeeSample {
  readonly user: GivenUser
  readonly data: GivenEmployeeDashboard
}

type GivenThreat = NonNullable<GivenEmployeeDashboard['recent_phishing_emails']>[number]

const threat = {
  id: 1,
  email_subject: 'Ψh Lam',
  sender_domain: 'zq-one.example',
  threat_level: 'suspicious',
  detection_reason: 'Ψr Kap',
  timestamp: '2025-03-01T09:30:00.000Z',
  disposition: 'delivered',
  scan_details: indicators(29, 'Ψ'),
} satisfies GivenThreat

/** The second row of a list differs from the first in its values alone. */
const otherThreat = {
  ...threat,
  email_subject: 'Δh Rho',
  sender_domain: 'xv-two.test',
  detection_reason: 'Δr Tau',
  timestamp: '2025-03-18T22:15:00.000Z',
  scan_details: indicators(30, 'Δ'),
} satisfies GivenThreat

function indicators(count: number, letter: string) {
  return {
    content_analysis: {
      indicators: Array.from({ length: count }, (_, at) => `${letter}${letter.repeat(at)}j`),
    },
  }
}

const withMore = (more: number) => ({ ...threat, scan_details: indicators(3 + more, 'Ψ') })

const earlier = { ...threat, timestamp: '2024-11-26T12:45:00.000Z' }
/** Threats of two months, with every part of a row; an unknown sender stands in two of them. */
const whole = [threat, otherThreat, { ...earlier, sender_domain: null }, earlier, earlier]

/** Each has one case more than those before it. */
const threatsByCase: readonly (readonly GivenThreat[])[] = [
  [
    { ...threat, detection_reason: '' },
    { ...threat, email_subject: '' },
    { ...threat, detection_reason: ' ', email_subject: null },
    { ...threat, disposition: 'quarantined' },
    { ...threat, threat_level: 'malicious' },
  ],
  [
    { ...threat, threat_level: 'malicious', disposition: null },
    { ...threat, threat_level: 'safe' },
    { ...threat, scan_details: indicators(3, 'Ψ') },
    { ...threat, scan_details: indicators(3, 'Ψ'.repeat(200)) },
    { ...threat, scan_details: null },
  ],
  // Every plural form: in Arabic there are five of them.
  [withMore(1), withMore(2), withMore(3), withMore(100), threat],
]

const data = {
  risk_score: 58,
  total_emails_scanned: 2974,
  // So few that the bar draws them wider than they are, and no two of its numbers are the same.
  phishing_emails_caught: 12,
  safe_emails: 2962,
  mail_checks: 'offered',
  explains_risk: true,
  lists_messages: true,
  // The newest, and as many older ones.
  recent_phishing_emails: [...whole, ...whole],
} satisfies GivenEmployeeDashboard

const [user, otherUser, ...otherUsers] = sampleUsers
const base: EmployeeSample = { user, data }
const withData = (changes: Partial<GivenEmployeeDashboard>) => ({
  user: { ...user, role: 'employee' as const },
  data: { ...data, ...changes },
})

/** As `placesIn` takes them; the first two are shown with every part of a row and of a list without any. */
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
  base,
  ...otherUsers.map((other) => ({ user: other, data })),
  withData({ risk_score: 27.4 }),
  withData({ risk_score: 93.4 }),
  withData({ risk_score: 0.2 }),
  withData({ mail_checks: null }),
  withData({ explains_risk: false }),
  withData({ lists_messages: null }),
  withData({ total_emails_scanned: 1_234_567 }),
  withData({ total_emails_scanned: 12_345_678_901 }),
  withData({ phishing_emails_caught: 0 }),
  withData({ safe_emails: 0 }),
  withData({ safe_emails: 0, phishing_emails_caught: 0 }),
  withData({ recent_phishing_emails: whole }),
  ...threatsByCase.map((threats) => withData({ recent_phishing_emails: [...threats, ...threats] })),
  withData({ recent_phishing_emails: [] }),
  withData({ recent_phishing_emails: [{ ...threat, sender_domain: 'ψ.example' }] }),
  withData({ total_emails_scanned: 0, recent_phishing_emails: [] }),
  withData({
    risk_score: 0,
    total_emails_scanned: 0,
    explains_risk: false,
    recent_phishing_emails: [],
  }),
]
