import {
  supportPriorities,
  supportRequestTypes,
} from '../../contract/support-requests/support-request.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'

/*
 * A request is its entry in the audit trail, which the entry that closes it names: what support and team
 * leads are asked has no other row, for its text is in its mail alone.
 */

export const supportRequestsMs = 90 * dayMs
const mostWaiting = 100

/** When each of these requests was closed; the others are open. */
export async function closedAt(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('audit')
    .select(['target_id', 'at'])
    .where(isOneOf(database, 'target_id', ids))
    .where('action', '=', 'request-close')
    .execute()
  return new Map(rows.map(({ target_id, at }) => [target_id ?? '', at]))
}

/** As the call records it: `false_positive, high`. */
export function detailOf(detail: string) {
  const [type, urgency] = detail.split(', ')
  return {
    request_type: supportRequestTypes.find((known) => known === type) ?? 'general_support',
    priority: supportPriorities.find((known) => known === urgency) ?? 'medium',
  }
}

/** Support requests that are not closed, the longest wait first. */
export async function findWaitingRequests(database: Database, now: Date) {
  const rows = await database
    .selectFrom('audit')
    .innerJoin('users', 'users.id', 'audit.actor_id')
    .leftJoin('organizations', 'organizations.id', 'audit.actor_organization_id')
    .select(['audit.id', 'audit.at', 'detail', 'full_name', 'organizations.name'])
    .where('action', '=', 'support-request')
    .where('at', '>', isoAfter(now, -supportRequestsMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit as closing')
            .select('closing.id')
            .whereRef('closing.target_id', '=', 'audit.id')
            .where('closing.action', '=', 'request-close'),
        ),
      ),
    )
    .orderBy('at')
    .orderBy('audit.id')
    .limit(mostWaiting)
    .execute()
  return rows.map(({ detail, name, ...row }) => ({
    ...row,
    ...detailOf(detail),
    organization_name: name ?? '',
  }))
}
