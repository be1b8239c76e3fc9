import { countRows } from '../database/count-rows.ts'
import type { Database } from '../database/tables/tables.ts'
import { organizationsWithMost } from '../organizations/organizations.ts'
import { superAdmins } from '../sign-in/sign-in.ts'

/** The organizations that require a second factor, with active users who have none, most users first. */
export function findMissingFactors(database: Database) {
  return organizationsWithMost(
    usersWithoutFactor(database)
      .where('users.role', '!=', 'super_admin')
      .where(({ eb, selectFrom }) =>
        eb('users.organization_id', 'in', selectFrom('factor_policies').select('subject')),
      ),
  )
}

/** 0 where super admins need none. */
export async function countAdminsWithoutFactor(database: Database): Promise<number> {
  return countRows(
    usersWithoutFactor(database)
      .where('users.role', '=', 'super_admin')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('factor_policies')
            .select('factor_policies.subject')
            .where('factor_policies.subject', '=', superAdmins),
        ),
      ),
  )
}

/** Users who were invited and have not come yet are asked for a factor when they come. */
function usersWithoutFactor(database: Database) {
  return database
    .selectFrom('users')
    .where('users.is_active', '=', 1)
    .where('users.removed_at', 'is', null)
    .where('users.password_hash', 'is not', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('second_factors')
            .select('second_factors.id')
            .whereRef('second_factors.user_id', '=', 'users.id'),
        ),
      ),
    )
}
