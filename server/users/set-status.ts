import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { ownDeactivation, unknownUser } from '../../contract/users/admin-users-save.ts'
import { adminUsersStatusEndpoint } from '../../contract/users/admin-users-status.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import { HttpError } from '../core/http-error.ts'
import type { Services } from '../core/services.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database, Tables } from '../database/tables/tables.ts'
import { changeFlagRevisions } from '../flags/revision.ts'
import { bindUser, type Caller } from '../http/bind.ts'
import { announceUsers } from '../webhooks/announce.ts'
import { requireAnotherAdmin } from './last-admin.ts'

/** POST /admin/users/status (A561): all users are changed, or none. */
export function setUserStatus(services: Services) {
  return bindUser(services, adminUsersStatusEndpoint, async ({ ids, is_active }, caller) => {
    if (!is_active && ids.includes(caller.user.id)) throw new HttpError(ownDeactivation, {})
    return { changed: await changeStatus(services, caller, ids, is_active, isAnyUser) }
  })
}

type UserCondition = (column: ExpressionBuilder<Tables, 'users'>) => Expression<SqlBool>

const isAnyUser: UserCondition = (column) => column('removed_at', 'is', null)

/**
 * @param isChangeable the users that the caller may change; all others are answered as unknown
 * @returns how many users were changed
 * @throws HttpError 404, 409 for the last active super admin
 */
export function changeStatus(
  services: Services,
  caller: Caller,
  ids: readonly string[],
  is_active: boolean,
  isChangeable: UserCondition,
): Promise<number> {
  const wanted = [...new Set(ids)]
  return services.database.transaction().execute(async (transaction) => {
    const users = await findUsers(transaction, wanted, isChangeable)
    if (users.length < wanted.length) throw new HttpError(unknownUser, {})
    const others = users.filter((user) => (user.is_active === 1) !== is_active)
    const otherIds = others.map(({ id }) => id)
    await transaction
      .updateTable('users')
      .set({ is_active: is_active ? 1 : 0 })
      .where(isOneOf(transaction, 'id', otherIds))
      .execute()
    // All of them are inactive by now.
    const admin = others.find(({ role }) => role === 'super_admin')
    if (!is_active && admin !== undefined) await requireAnotherAdmin(transaction, admin.id)
    await transaction
      .deleteFrom('sessions')
      .where(isOneOf(transaction, 'user_id', otherIds))
      .execute()
    await changeFlagRevisions(
      transaction,
      others.map(({ organization_id }) => organization_id),
    )
    const change = is_active ? 'activated' : 'deactivated'
    await announceUsers(
      services,
      transaction,
      others.map(({ id, organization_id }) => ({ id, organizationId: organization_id, change })),
    )
    for (const { id } of others) {
      await recordAct(services, transaction, actorOf(caller), {
        action: 'user-change',
        target: 'user',
        targetId: id,
        detail: `is_active from ${!is_active} to ${is_active}`,
      })
    }
    return others.length
  })
}

/** In the order of ids, so that concurrent calls lock rows in the same order. */
function findUsers(database: Database, ids: readonly string[], isChangeable: UserCondition) {
  return database
    .selectFrom('users')
    .select(['id', 'role', 'is_active', 'organization_id'])
    .where(isOneOf(database, 'id', ids))
    .where(isChangeable)
    .orderBy('id')
    .forUpdate()
    .execute()
}
