import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { unknownUser } from '../../../contract/users/save-user.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database, Tables } from '../../database/tables/tables.ts'
import { readAliases } from '../../organizations/organizations.ts'

/** A user as they are in a transaction that has locked them, so that nothing else changes them. */
export interface LockedUser {
  readonly row: Readonly<Users>
  readonly aliases: readonly string[]
}

export type UserCondition = (column: ExpressionBuilder<Tables, 'users'>) => Expression<SqlBool>

/**
 * Locks users until the transaction ends; removed users are not found. In the order of ids, so that
 * concurrent calls lock rows in the same order.
 */
export async function lockUsers(
  transaction: Database,
  condition: UserCondition,
): Promise<LockedUser[]> {
  const rows = await transaction
    .selectFrom('users')
    .selectAll()
    .where('removed_at', 'is', null)
    .where(condition)
    .orderBy('id')
    .forUpdate()
    .execute()
  const aliases = await readAliases(
    transaction,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ row, aliases: aliases.get(row.id) ?? [] }))
}

/** @throws HttpError 404 */
export async function lockUser(transaction: Database, id: string): Promise<LockedUser> {
  const [user] = await lockUsers(transaction, (column) => column('id', '=', id))
  if (user === undefined) throw new HttpError(unknownUser, {})
  return user
}
