import { showArrivalEndpoint } from '../../../contract/gateways/show-arrival.ts'
import { unknownOrganization } from '../../../contract/receipts/generate-receipt.ts'
import { HttpError } from '../../core/http-error.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { readRefused, withoutOrganization } from '../refused-requests/refused-requests.ts'

/** GET /admin/organizations/{organization_id}/arrival: a few rows, however often it is asked for. */
export function showArrival(services: Services) {
  const { database, clock } = services
  return bindUser(services, showArrivalEndpoint, async ({ organization_id }) => {
    const arrival = await database
      .selectFrom('organizations')
      .leftJoin('arrivals', 'arrivals.organization_id', 'organizations.id')
      .select([
        'first_report_at',
        'last_report_at',
        'first_message_at',
        'last_message_at',
        'last_level',
        'silent_since',
      ])
      .where('organizations.id', '=', organization_id)
      .executeTakeFirstOrThrow(() => new HttpError(unknownOrganization, {}))
    const now = clock()
    return {
      ...arrival,
      refused: await readRefused(database, now, organization_id),
      refused_without_organization: await readRefused(database, now, withoutOrganization),
    }
  })
}
