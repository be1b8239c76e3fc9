import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import type { Database } from '../database/tables/tables.ts'

/** The language for a user: their own choice, else the default of the organization, else English. */
export async function localeOfUser(database: Database, userId: string): Promise<Locale> {
  const found = await database
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['users.locale', 'organizations.locale as organization_locale'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return found?.locale ?? found?.organization_locale ?? baseLocale
}
