import { sql } from 'kysely'
import { adminOrganizationsEndpoint } from '../../contract/endpoints/admin-organizations.ts'
import { organization } from '../../contract/fields/organization.ts'
import { jodOf, scanCostFils } from '../core/money.ts'
import type { Services } from '../core/services.ts'
import { prepare } from '../database/prepare.ts'
import type { Binding } from '../http/bind.ts'
import { bindList } from '../http/bind-list.ts'

/** GET /admin/organizations (R276, R360): all organizations with their billed totals. */
export function listOrganizations(services: Services): Binding {
  return bindList(services, adminOrganizationsEndpoint, organization, {
    read: (after, limit) =>
      findOrganizationsAfter(services.database, { after, limit: String(limit) }),
    searched: ({ name, contact_email }) => [name, contact_email],
    show: ({ scans, ...row }) => ({
      ...row,
      total_scans: Number(scans),
      total_cost: jodOf(Number(scans) * scanCostFils),
    }),
  })
}

/** With the scans of all months. */
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
