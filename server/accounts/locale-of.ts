import { baseLocale, type Locale } from '../../contract/locale.ts'
import type { Database } from '../database/tables.ts'

/** The language for a user (A860): their own choice, else the default of the organization, else English. */
function chooseLocale(
  own: Locale | null | undefined,
  ofOrganization: Locale | null | undefined,
): Locale {
  return own ?? ofOrganization ?? baseLocale
}

export async function localeOfUser(database: Database, userId: string): Promise<Locale> {
  const found = await database
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['users.locale', 'organizations.locale as organization_locale'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return chooseLocale(found?.locale, found?.organization_locale)
}

/** The language of mails to an organization itself; English without one. */
export async function localeOfOrganization(
  database: Database,
  organizationId: string | null,
): Promise<Locale> {
  if (organizationId === null) return baseLocale
  const found = await database
    .selectFrom('organizations')
    .select('locale')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return chooseLocale(null, found?.locale)
}
