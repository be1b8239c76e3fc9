import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Users } from './tables/accounts.ts'
import type { Database, Tables } from './tables/tables.ts'

/** Notes about a user without consequences: `changeUser` writes everything else. */
type Notes = Partial<
  Pick<
    Users,
    'last_login_at' | 'consented_at' | 'locale' | 'answers_by_mail' | 'invitation_expires_at'
  >
>

/**
 * @param condition of the user who is meant; a removed user is noted nothing about
 * @returns false for a user for whom it does not hold
 */
export async function noteUser(
  database: Database,
  id: string,
  notes: Notes,
  condition: (column: ExpressionBuilder<Tables, 'users'>) => Expression<SqlBool> = (column) =>
    column.and([]),
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('users')
    .set(notes)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where(condition)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Replaces the hash of a password by another one of the same password, from which nothing follows. */
export async function renewPasswordHash(
  database: Database,
  id: string,
  { before, after }: { readonly before: string | null; readonly after: string },
): Promise<void> {
  await database
    .updateTable('users')
    .set({ password_hash: after })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .execute()
}
