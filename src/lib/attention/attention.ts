import { showAttentionEndpoint } from '../../../contract/attention/show-attention.ts'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { filteredPath } from '../core/navigation/admin-paths.ts'
import { viewPath } from '../core/navigation/view.ts'

export type Attention = OutputOf<typeof showAttentionEndpoint>

/** Needs of a super admin besides the attacks, which come with the totals. */
export const attention = createResource(() => call(showAttentionEndpoint))

export function needsNothing(needs: Attention): boolean {
  return (
    needs.silent_gateways.count === 0 &&
    needs.refused_requests.count === 0 &&
    needs.unknown_keys.count === 0 &&
    needs.expiring_keys.count === 0 &&
    needs.operator_keys.count === 0 &&
    needs.missing_factors.count === 0 &&
    needs.admins_without_factor === 0 &&
    needs.invited_users.count === 0 &&
    needs.waiting_mails.count === 0 &&
    needs.waiting_mails.given_up === 0
  )
}

/** Where each is solved, with the filter that finds it. */
export const solvedAt = {
  silent: () => filteredPath('organizations', { gateway: 'silent' }),
  invited: () => filteredPath('users', { need: 'invitation' }),
  admins: () => filteredPath('users', { role: 'super_admin', need: 'factor' }),
  operatorKeys: () => viewPath('admin', 'keys'),
  factors: (organization: string) => filteredPath('users', { organization, need: 'factor' }),
} as const
