import type * as v from 'valibot'
import type { meEndpoint } from '../../../contract/account/me.ts'
import { initialIn } from '../core/format/initial-in.ts'
import type { FirstValues } from './places.ts'

/** The answer to the session check as it came. */
export type GivenUser = v.InferInput<typeof meEndpoint.output>

/** Whether the user sees a dashboard at once: without consent it is not shown (T44), and a reminder comes first. */
export function seesDashboard(user: GivenUser): boolean {
  return (
    user.has_consented !== false &&
    !user.must_change_password &&
    !user.must_add_factor &&
    !user.factor_due_at
  )
}

/** The user in the frame of a dashboard. */
export function userFigures(user: GivenUser, locale: string): FirstValues {
  const { full_name, username, role } = user
  const known = role === 'team_lead' || role === 'super_admin' ? role : 'employee'
  return {
    texts: [full_name || username || '', initialIn(locale, full_name ?? '', username ?? '')],
    cases: [known + (user.manages_organization ? '+' : ''), user.has_own_account ? 'account' : ''],
  }
}
