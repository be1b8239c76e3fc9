import { listKeysEndpoint } from '../../../contract/gateways/list-keys.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { requireOrganization } from '../../organizations/organizations.ts'
import { listGatewayKeys } from './gateway-keys.ts'
import { showKey } from './show-key.ts'

/** GET /admin/organizations/{organization_id}/gateway-keys, the newest first. */
export function listKeys(services: Services) {
  const { database, clock } = services
  return bindUser(services, listKeysEndpoint, async ({ organization_id }) => {
    await requireOrganization(database, organization_id)
    const keys = await listGatewayKeys(services, organization_id)
    const newestFirst = keys.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    return { keys: newestFirst.map((key) => showKey(key, clock())) }
  })
}
