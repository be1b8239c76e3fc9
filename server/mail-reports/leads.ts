import type { Database, Users } from '../database/tables.ts'

/** A team has one lead, sometimes a few. */
const mostLeads = 20

/** The addresses of the active team leads of the user's organization, the user not among them. */
export async function leadsOf(
  database: Database,
  { id, organization_id }: Pick<Users, 'id' | 'organization_id'>,
): Promise<string[]> {
  const leads = await database
    .selectFrom('users')
    .select('email')
    .where('organization_id', '=', organization_id ?? '')
    .where('role', '=', 'team_lead')
    .where('is_active', '=', 1)
    .where('id', '!=', id)
    .orderBy('id')
    .limit(mostLeads)
    .execute()
  return leads.map(({ email }) => email)
}
