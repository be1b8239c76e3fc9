// Purpose: the search over users and organizations.
// May import: core, database, http.
// Start reading: search.ts.

import { searchEndpoint } from '../../contract/search/search.ts'
import { fold } from '../core/fold.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { findOrganizations, findUsers } from './best-matches.ts'

/** GET /search, an addition: a few users and organizations, the best matches first. */
export function search(services: Services) {
  const { database } = services
  return bindUser(services, searchEndpoint, async ({ q }) => {
    const term = fold(q)
    return {
      users: await findUsers(database, term),
      organizations: await findOrganizations(database, term),
    }
  })
}
