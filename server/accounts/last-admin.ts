import type { Database } from '../database/tables.ts'
import { takeTurn } from '../database/turn.ts'
import { Refusal } from '../http/refusals.ts'

/**
 * Somebody has to be left who can manage people. Of two admins who go at once the second one finds
 * the first one gone.
 * @param id who is about to be a super admin no longer
 * @throws Refusal 409
 */
export async function requireAnotherAdmin(database: Database, id: string): Promise<void> {
  await takeTurn(database, 'last-admin')
  const other = await database
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', 1)
    .where('role', '=', 'super_admin')
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined) {
    throw new Refusal(409, 'This is the last active super admin. Name another one first.')
  }
}
