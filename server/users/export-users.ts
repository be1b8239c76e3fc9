import { byteOrderMark, csvLine } from '../../contract/core/csv.ts'
import { exportUsersEndpoint } from '../../contract/users/export-users.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { requireUser } from '../http/authentication.ts'
import { bindResponse } from '../http/bind.ts'
import { clientAddress } from '../http/forwarded.ts'
import { notKept } from '../http/json-answer.ts'
import { chunksOf, openList } from '../http/list-page.ts'
import type { Services } from '../http/services.ts'
import { streamAnswer } from '../http/text-stream.ts'
import { type ListedUser, usersQuery } from './list-users.ts'

/** As an import reads them. */
const columns = [
  'username',
  'email',
  'full_name',
  'role',
  'organization',
  'department',
  'phone',
  'status',
  'aliases',
]

/** POST /admin/users/export: streamed, so that a long list does not block other calls. */
export function exportUsers(services: Services) {
  const { database } = services
  return bindResponse(services, exportUsersEndpoint, async (read, context) => {
    const session = await requireUser(services, context, exportUsersEndpoint)
    const filter = await read()
    const list = await openList(
      database,
      exportUsersEndpoint,
      { q: filter.q },
      usersQuery(database, filter),
    )
    const address = clientAddress(context, services.trustedProxies)
    await recordAct(services, database, actorOf({ ...session, address }), {
      action: 'users-export',
      target: 'call',
      targetId: null,
    })
    async function* write() {
      yield byteOrderMark + csvLine(columns)
      for await (const users of chunksOf(list.read)) {
        const names = await organizationNames(database, users)
        yield users.map((user) => csvLine(cellsOf(user, names))).join('')
      }
    }
    return streamAnswer(services, write(), {
      ...notKept,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="aman-users.csv"',
    })
  })
}

function cellsOf(user: ListedUser, names: ReadonlyMap<string, string>): string[] {
  const { username, email, full_name, role, organization_id, department, phone } = user
  return [
    ...[username, email, full_name, role, names.get(organization_id ?? '') ?? ''],
    ...[department, phone, user.is_active === 1 ? 'active' : 'inactive', user.aliases.join(' ')],
  ]
}

async function organizationNames(
  database: Database,
  users: readonly ListedUser[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(users.flatMap(({ organization_id }) => organization_id ?? []))]
  const rows = await database
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where(isOneOf(database, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
