import type { GivenAdminDashboard } from '../../src/lib/admin/admin-figures.ts'
import type { GivenUser } from '../../src/lib/figures/user-figures.ts'
import { sampleUsers } from './user-samples.ts'

export interface AdminSample {
  readonly user: GivenUser
  readonly data: GivenAdminDashboard
  /** The `Link` header of each list. */
  readonly links: readonly (string | null)[]
}

const attacks = {
  count: 8100,
  attacked: [
    { id: 'Ωc/1', name: 'Ωc Co', recent: 642, usual: 53.5 },
    { id: 'Ψ2', name: 'Ψd', recent: 33, usual: 61 },
  ],
} satisfies GivenAdminDashboard['attacks']

const data = {
  total_users: 1204,
  total_organizations: 3399,
  total_scans: 98_765,
  attacks,
} satisfies GivenAdminDashboard

const [user, otherUser, ...otherUsers] = sampleUsers
const base: AdminSample = { user, data, links: [null, null, null] }
const withData = (changes: Partial<GivenAdminDashboard>) => ({
  ...base,
  data: { ...data, ...changes },
})
const withCount = (count: number) => withData({ attacks: { ...attacks, count } })

/** As `placesIn` takes them. */
export const adminSamples: readonly AdminSample[] = [
  base,
  {
    ...base,
    user: otherUser,
    data: {
      total_users: 77,
      total_organizations: 46,
      total_scans: 8031,
      attacks: {
        count: 9200,
        attacked: [
          { id: 'Ξ4', name: 'Ξe', recent: 24, usual: 96 },
          { id: 'Φ5', name: 'Φf', recent: 88, usual: 16.5 },
          { id: 'Σ6', name: 'Σg', recent: 5, usual: 2 },
        ],
      },
    },
  },
  ...otherUsers.map((other) => ({ ...base, user: other })),
  withData({ attacks: { ...attacks, count: 0 } }),
  withData({ attacks: null }),
  // Every plural form: in Arabic there are five of them.
  ...[6103, 6111].map(withCount),
  withData({ attacks: { count: 2, attacked: attacks.attacked.slice(0, 1) } }),
  withData({ attacks: { count: 2, attacked: attacks.attacked } }),
  withData({ attacks: { count: 0.5, attacked: attacks.attacked.slice(0, 1) } }),
  withData({ attacks: { count: 1, attacked: attacks.attacked.slice(0, 1) } }),
  withData({ total_scans: 10_000_000 }),
  { ...base, links: [null, '</api/admin/users?cursor=2>; rel="next"', null] },
]
