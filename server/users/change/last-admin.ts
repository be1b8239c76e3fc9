import { lastAdmin } from '../../../contract/users/save-user.ts'
import { HttpError } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Database } from '../../database/tables/tables.ts'

/**
 * Ensures that another active super admin remains. The lock makes concurrent removals of the last two
 * admins run one after the other.
 * @param id the user who is about to lose the role
 * @throws HttpError 409
 */
export async function requireAnotherAdmin(database: Database, id: string): Promise<void> {
  await takeAdvisoryLock(database, 'last-admin')
  const other = await database
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', 1)
    .where('role', '=', 'super_admin')
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined) {
    throw new HttpError(lastAdmin, {})
  }
}
