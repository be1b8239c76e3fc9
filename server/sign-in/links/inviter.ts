import type { Database } from '../../database/tables/tables.ts'
import { nameOfOrganization } from '../../organizations/organizations.ts'

/** By whom and for which organization a user is invited; empty texts where there is none. */
export interface Inviter {
  readonly organization: string
  readonly inviter: string
}

export async function inviterOf(
  database: Database,
  organizationId: string | null,
  userId: string | null,
): Promise<Inviter> {
  const user =
    userId === null
      ? undefined
      : await database
          .selectFrom('users')
          .select('full_name')
          .where('id', '=', userId)
          .executeTakeFirst()
  return {
    organization: await nameOfOrganization(database, organizationId),
    inviter: user?.full_name ?? '',
  }
}
