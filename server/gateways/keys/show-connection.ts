import { showConnectionEndpoint } from '../../../contract/gateways/show-connection.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { requireOrganization } from '../../organizations/organizations.ts'
import { connectionFiles, keyPlaceholders } from '../rspamd/files/connection-files.ts'

/** GET /admin/organizations/{organization_id}/connection/{provider}. */
export function showConnection(services: Services) {
  const { database, publicUrl } = services
  return bindUser(services, showConnectionEndpoint, async (input, caller) => {
    const { organization_id, provider } = input
    await requireOrganization(database, organization_id)
    const origin = publicUrl ?? caller.origin()
    return { placeholders: keyPlaceholders, files: connectionFiles({ provider, origin }) }
  })
}
