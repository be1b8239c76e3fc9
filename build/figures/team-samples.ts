import type { GivenUser } from '../../src/lib/figures/user-figures.ts'
import type { GivenTeamDashboard } from '../../src/lib/team/team-figures.ts'
import { sampleUsers } from './user-samples.ts'

export interface TeamSample {
  readonly user: GivenUser
  readonly data: GivenTeamDashboard
}

const member = {
  id: 1,
  full_name: 'Ψw Sur',
  email: 'χy@ψz.example',
  risk_score: 95.6,
  last_login: '2025-03-01T09:30:00.000Z',
}
const scored = (count: number, risk_score: number) =>
  Array.from({ length: count }, (_, id) => ({ ...member, id: `${risk_score} ${id}`, risk_score }))

/**
 * Each row has one case more than those before it, but for the second, which differs in its values. No band
 * has 1 or 2 members, digits of texts that stay.
 */
const team_members = [
  member,
  {
    id: 2,
    full_name: 'Δv Rho',
    email: 'ζu@ηt.test',
    risk_score: 84.4,
    last_login: '2024-11-18T22:15:00.000Z',
  },
  { ...member, id: 7, risk_score: 75, full_name: null, email: null },
  { ...member, id: 3, risk_score: 70 },
  { ...member, id: 4, risk_score: 44 },
  { ...member, id: 5, risk_score: 33, last_login: null },
  ...scored(1, 32),
  ...scored(5, 25),
]

const data = {
  // Beyond 100 in the next one, where the gauge ends.
  average_risk_score: 86,
  total_team_scans: 5731,
  total_phishing_caught: 689,
  team_members,
} satisfies GivenTeamDashboard

const [user, otherUser, ...otherUsers] = sampleUsers
const withData = (changes: Partial<GivenTeamDashboard>) => ({
  user,
  data: { ...data, ...changes },
})

/** As `placesIn` takes them. */
export const teamSamples: readonly TeamSample[] = [
  { user, data },
  {
    user: otherUser,
    data: {
      average_risk_score: 158.4,
      total_team_scans: 997,
      total_phishing_caught: 18,
      // So few are low that the bar draws them wider than they are.
      team_members: [...scored(50, 90), ...scored(49, 40), ...scored(1, 20)],
    },
  },
  ...otherUsers.map((other) => ({ user: other, data })),
  withData({ average_risk_score: 36 }),
  withData({ average_risk_score: 12 }),
  withData({ average_risk_score: 0.2 }),
  withData({ average_risk_score: 0, total_team_scans: 0 }),
  withData({ total_team_scans: 1_234_567 }),
  withData({ total_team_scans: 12_345_678_901 }),
  ...[[90], [40], [20], [90, 40], [90, 20], [40, 20]].map((scores) =>
    withData({ team_members: scores.flatMap((score, at) => scored(at + 2, score)) }),
  ),
]
