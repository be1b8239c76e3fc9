import { listOwnUsersEndpoint, organizationUser } from '../../contract/users/list-own-users.ts'
import { bindList } from '../http/bind-list.ts'
import type { Services } from '../http/services.ts'
import { ownOrganizationOf } from '../organizations/organizations.ts'
import { showListedUser, usersQuery } from './list-users.ts'

/** GET /organization/users. */
export function listOwnUsers(services: Services) {
  return bindList(services, listOwnUsersEndpoint, {
    item: organizationUser,
    query: (filter, caller) =>
      usersQuery(services.database, {
        ...filter,
        organization_id: ownOrganizationOf(caller),
        hidesAdmins: true,
      }),
    show: (row) => showListedUser(services, row),
  })
}
