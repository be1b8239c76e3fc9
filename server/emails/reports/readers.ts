import { baseLocale, type Locale } from '../../../contract/core/locale.ts'
import type { Database, Users } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import { localeOfUser } from '../../mail/mail.ts'

/** A team has one lead, sometimes a few. */
const mostLeads = 20

interface Reader {
  readonly to: string
  readonly locale: Locale
}

/**
 * The readers of a user's request: the active team leads of the organization, the user not among
 * them, each in their own language, and the support team, which reads English.
 */
export async function readersOfRequests(
  { supportMailbox }: Pick<Services, 'supportMailbox'>,
  database: Database,
  { id, organization_id }: Pick<Users, 'id' | 'organization_id'>,
): Promise<Reader[]> {
  const leads = await database
    .selectFrom('users')
    .select(['id', 'email'])
    .where('organization_id', '=', organization_id ?? '')
    .where('role', '=', 'team_lead')
    .where('is_active', '=', 1)
    .where('id', '!=', id)
    .orderBy('id')
    .limit(mostLeads)
    .execute()
  const readers: Reader[] = []
  for (const lead of leads) {
    readers.push({ to: lead.email, locale: await localeOfUser(database, lead.id) })
  }
  return [...readers, { to: supportMailbox, locale: baseLocale }]
}
