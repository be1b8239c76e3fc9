import { listSupportRequestsEndpoint } from '../../contract/team/list-support-requests.ts'
import { isoAfter } from '../core/clock.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { closedAt, detailOf, supportRequestsMs } from './requests.ts'

const mostListed = 10

/** GET /team/support-requests. */
export function listSupportRequests(services: Services) {
  const { database, clock } = services
  return bindUser(services, listSupportRequestsEndpoint, async (_input, { user }) => {
    const rows = await database
      .selectFrom('audit')
      .select(['id', 'at', 'detail'])
      .where('actor_id', '=', user.id)
      .where('action', '=', 'support-request')
      .where('at', '>', isoAfter(clock(), -supportRequestsMs))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostListed)
      .execute()
    const closed = await closedAt(
      database,
      rows.map(({ id }) => id),
    )
    return {
      requests: rows.map(({ id, at, detail }) => ({
        ...{ id, at },
        ...detailOf(detail),
        answered_at: closed.get(id) ?? null,
      })),
    }
  })
}
