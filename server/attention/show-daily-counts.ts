import { countedDays, showDailyCountsEndpoint } from '../../contract/attention/show-daily-counts.ts'
import { dayOf } from '../core/clock.ts'
import { firstDay, readDaysOf, readDaysOfAll } from '../emails/emails.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { requireOrganization } from '../organizations/organizations.ts'

/** GET /admin/daily-counts. */
export function showDailyCounts(services: Services) {
  const { database, clock } = services
  return bindUser(services, showDailyCountsEndpoint, async ({ organization_id }) => {
    if (organization_id !== undefined) await requireOrganization(database, organization_id)
    const now = clock()
    const [first, last] = [dayOf(now, 1 - countedDays), dayOf(now)]
    return {
      first_day: first,
      last_day: last,
      counted_since: await firstDay(database, organization_id),
      days:
        organization_id === undefined
          ? await readDaysOfAll(database, first, last)
          : await readDaysOf(database, organization_id, first, last),
    }
  })
}
