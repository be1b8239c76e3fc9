import { sql } from 'kysely'
import { adminOrganizationsEndpoint } from '../../src/lib/contract/admin-organizations.ts'
import { organization } from '../../src/lib/contract/organization.ts'
import { prepare } from '../database/prepare.ts'
import type { Binding } from '../http/bind.ts'
import { bindList } from '../http/bind-list.ts'
import { jodOf, scanCostFils } from '../money.ts'
import type { Parts } from '../parts.ts'

/** GET /admin/organizations (R276, R360): all of them, with what they have been billed for. */
export function listOrganizations(parts: Parts): Binding {
  return bindList(parts, adminOrganizationsEndpoint, organization, {
    read: (after, limit) => findOrganizationsAfter(parts.database, { after, limit: String(limit) }),
    searched: ({ name, contact_email }) => [name, contact_email],
    show: ({ scans, ...row }) => ({
      ...row,
      total_scans: Number(scans),
      total_cost: jodOf(Number(scans) * scanCostFils),
    }),
  })
}

/** With the scans of all months together. */
const findOrganizationsAfter = prepare((database, named: (name: 'after' | 'limit') => string) =>
  database
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'industry',
      'contact_email',
      'phone',
      'address',
      'website',
      'employee_count',
      'created_at',
    ])
    .select((query) =>
      query
        .selectFrom('monthly_scans')
        .select(sql<number | null>`sum(safe + suspicious + malicious)`.as('scans'))
        .whereRef('monthly_scans.organization_id', '=', 'organizations.id')
        .as('scans'),
    )
    .where('id', '>', named('after'))
    .orderBy('id')
    .limit(sql<number>`${named('limit')}`),
)
