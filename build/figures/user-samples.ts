import type { GivenUser } from '../../src/lib/figures/user-figures.ts'

/** A name with a letter that no text of ours has. */
const user = {
  id: 1,
  username: 'Ω-sign-in',
  full_name: 'Ωm Nam',
  role: 'super_admin',
  has_own_account: true,
} satisfies GivenUser

/** Every user that the frame of a dashboard shows in another way; the second differs in the name alone. */
export const sampleUsers: readonly [GivenUser, GivenUser, ...GivenUser[]] = [
  user,
  { ...user, full_name: 'Ξi Pi' },
  { ...user, has_own_account: null },
  { ...user, role: 'team_lead' },
  { ...user, role: 'team_lead', manages_organization: true },
  { ...user, role: 'super_admin', manages_organization: true },
  { ...user, role: 'employee' },
  { ...user, role: 'employee', manages_organization: true },
]
