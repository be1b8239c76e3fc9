import { setOwnUserStatusEndpoint } from '../../contract/users/set-own-user-status.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { ownOrganizationOf } from '../organizations/organizations.ts'
import { isManagedIn } from './change/organization-admin.ts'
import { changeStatus } from './set-user-status.ts'

/** POST /organization/users/status. The caller has the right and is thus no such user. */
export function setOwnUserStatus(services: Services) {
  return bindUser(services, setOwnUserStatusEndpoint, async ({ ids, is_active }, caller) => {
    const isManaged = isManagedIn(ownOrganizationOf(caller))
    return { changed: await changeStatus(services, caller, ids, is_active, isManaged) }
  })
}
