import { sql } from 'kysely'
import { adminUsersEndpoint } from '../../contract/endpoints/admin-users.ts'
import { user } from '../../contract/fields/user.ts'
import type { Services } from '../core/services.ts'
import { prepare } from '../database/prepare.ts'
import type { Binding } from '../http/bind.ts'
import { bindList } from '../http/bind-list.ts'
import { showUser } from './show-user.ts'
import { userColumns } from './user-columns.ts'

const findUsersAfter = prepare((database, named: (name: 'after' | 'limit') => string) =>
  database
    .selectFrom('users')
    .leftJoin('scan_totals', 'scan_totals.user_id', 'users.id')
    .select([...userColumns, 'scan_totals.risk_sum'])
    .where('users.id', '>', named('after'))
    .where('users.removed_at', 'is', null)
    .orderBy('users.id')
    .limit(sql<number>`${named('limit')}`),
)

/** GET /admin/users (R274, R275, R359): all users in the order of creation. */
export function listUsers(services: Services): Binding {
  return bindList(services, adminUsersEndpoint, user, {
    read: (after, limit) => findUsersAfter(services.database, { after, limit: String(limit) }),
    searched: ({ full_name, username, email }) => [full_name, username, email],
    show: ({ risk_sum, ...user }) => showUser(user, risk_sum ?? 0, services.clock()),
  })
}
