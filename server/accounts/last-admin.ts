import type { Database } from '../database/tables.ts'
import { Refusal } from '../http/refusals.ts'

/**
 * Somebody has to be left who can manage people.
 * @param id who is about to be a super admin no longer
 * @throws Refusal 409
 */
export async function requireAnotherAdmin(database: Database, id: string): Promise<void> {
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
