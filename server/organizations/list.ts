import { adminOrganizationsEndpoint } from '../../src/lib/contract/admin-organizations.ts'
import { organization } from '../../src/lib/contract/organization.ts'
import type { Database } from '../database/tables.ts'
import type { Binding } from '../http/bind.ts'
import { bindList } from '../http/bind-list.ts'
import { jodOf, scanCostFils } from '../money.ts'
import type { Parts } from '../parts.ts'

/** GET /admin/organizations (R276, R360): all of them, with what they have been billed for. */
export function listOrganizations(parts: Parts): Binding {
  return bindList(parts, adminOrganizationsEndpoint, organization, {
    read: (after, limit) => readOrganizations(parts.database, after, limit),
    searched: ({ name, contact_email }) => [name, contact_email],
    show: ({ total_scans, ...row }) => ({
      ...row,
      total_scans,
      total_cost: jodOf(total_scans * scanCostFils),
    }),
  })
}

async function readOrganizations(database: Database, after: string, limit: number) {
  const rows = await database
    .selectFrom('organizations')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  const scans = await countScans(
    database,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, total_scans: scans.get(row.id) ?? 0 }))
}

/** All months together, by organization. */
async function countScans(database: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>()
  const rows = await database
    .selectFrom('monthly_scans')
    .select(({ fn }) => [
      'organization_id',
      fn.sum<number>('safe').as('safe'),
      fn.sum<number>('suspicious').as('suspicious'),
      fn.sum<number>('malicious').as('malicious'),
    ])
    .where('organization_id', 'in', ids)
    .groupBy('organization_id')
    .execute()
  return new Map(
    rows.map(({ organization_id: id, safe, suspicious, malicious }) => [
      id,
      Number(safe) + Number(suspicious) + Number(malicious),
    ]),
  )
}
