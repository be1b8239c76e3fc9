import type { JoinBuilder } from 'kysely'
import { prepare } from '../database/drivers/prepare.ts'
import { nextSlot } from '../database/keyset.ts'
import type { Database, Tables } from '../database/tables/tables.ts'
import { chunksOf } from '../http/list-page.ts'

const chunkSize = 250

/** A long list in parts, between which other calls run. */
export async function* chunked<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let start = 0; start < items.length; start += chunkSize) {
    if (start > 0) await nextSlot()
    yield items.slice(start, start + chunkSize)
  }
}

interface ReportedMember {
  readonly id: string
  readonly full_name: string
  readonly department: string
  /** Null for a member without mail. */
  readonly risk_sum: number | null
}

/** The members of an organization, or of one department; read in chunks as for the dashboard. */
export async function readMembers(
  database: Database,
  organizationId: string,
  department: string | undefined,
): Promise<ReportedMember[]> {
  const members: ReportedMember[] = []
  const read = (after: ReportedMember | undefined, limit: number) => {
    const query = membersOf(database, organizationId)
      .leftJoin('organization_totals', ofOrganization)
      .select(['users.id', 'full_name', 'department', 'organization_totals.risk_sum'])
      .where('users.id', '>', after?.id ?? '')
      .orderBy('users.id')
      .limit(limit)
    return (department === undefined ? query : query.where('department', '=', department)).execute()
  }
  for await (const rows of chunksOf(read)) members.push(...rows)
  return members
}

/** The departments of an organization, by name. */
export async function departmentsOf(database: Database, organizationId: string): Promise<string[]> {
  const rows = await membersOf(database, organizationId)
    .select('department')
    .distinct()
    .where('department', '!=', '')
    .execute()
  return rows.map(({ department }) => department).sort((one, other) => one.localeCompare(other))
}

/** Joins what is counted of a user in their organization. */
export const ofOrganization = (join: JoinBuilder<Tables, 'organization_totals' | 'users'>) =>
  join
    .onRef('organization_totals.user_id', '=', 'users.id')
    .onRef('organization_totals.organization_id', '=', 'users.organization_id')

function membersOf(database: Database, organizationId: string) {
  return database
    .selectFrom('users')
    .where('users.organization_id', '=', organizationId)
    .where('users.role', '!=', 'super_admin')
    .where('users.removed_at', 'is', null)
}

/** A member of an organization, as a call about one member finds them. */
export interface FoundMember {
  readonly id: string
  readonly full_name: string
  readonly email: string
  readonly department: string
  readonly last_login: string | null
  /** Null for a member without mail. */
  readonly risk_sum: number | null
  /** Since when the member's mail is that of the organization; null for always. */
  readonly joined_at: string | null
}

const selectMember = prepare((database, named: (name: 'id' | 'organizationId') => string) =>
  database
    .selectFrom('users')
    .leftJoin('organization_totals', ofOrganization)
    .leftJoin('organization_joins', 'organization_joins.user_id', 'users.id')
    .select([
      'users.id',
      'users.full_name',
      'users.email',
      'users.department',
      'users.last_login_at as last_login',
      'organization_totals.risk_sum',
      'organization_joins.joined_at',
    ])
    .where('users.id', '=', named('id'))
    .where('users.organization_id', '=', named('organizationId'))
    .where('users.role', '!=', 'super_admin')
    .where('users.removed_at', 'is', null),
)

/**
 * Users of other organizations, super admins and ids that do not exist are one case, found by the same
 * query, so that neither the answer nor its time tells them apart.
 */
export async function findMember(
  database: Database,
  organizationId: string,
  id: string,
): Promise<FoundMember | undefined> {
  const [member] = await selectMember(database, { id, organizationId })
  return member
}
