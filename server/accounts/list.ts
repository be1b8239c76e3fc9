import { sql } from 'kysely'
import { adminUsersEndpoint } from '../../src/lib/contract/admin-users.ts'
import { user } from '../../src/lib/contract/user.ts'
import { prepare } from '../database/prepare.ts'
import type { Binding } from '../http/bind.ts'
import { bindList } from '../http/bind-list.ts'
import type { Parts } from '../parts.ts'
import { personColumns } from './person-columns.ts'
import { showPerson } from './show-person.ts'

const findUsersAfter = prepare((database, named: (name: 'after' | 'limit') => string) =>
  database
    .selectFrom('users')
    .leftJoin('scan_totals', 'scan_totals.user_id', 'users.id')
    .select([...personColumns, 'scan_totals.risk_sum'])
    .where('users.id', '>', named('after'))
    .where('users.removed_at', 'is', null)
    .orderBy('users.id')
    .limit(sql<number>`${named('limit')}`),
)

/** GET /admin/users (R274, R275, R359): everybody, in the order in which they came. */
export function listUsers(parts: Parts): Binding {
  return bindList(parts, adminUsersEndpoint, user, {
    read: (after, limit) => findUsersAfter(parts.database, { after, limit: String(limit) }),
    searched: ({ full_name, username, email }) => [full_name, username, email],
    show: ({ risk_sum, ...person }) => showPerson(person, risk_sum ?? 0, parts.clock()),
  })
}
