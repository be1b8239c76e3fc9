import { sql } from 'kysely'
import { listOrganizationsEndpoint } from '../../contract/organizations/list-organizations.ts'
import { organization } from '../../contract/organizations/organization-fields.ts'
import { jodOf } from '../core/formats.ts'
import { countRows } from '../database/count-rows.ts'
import type { Part, SortColumn } from '../database/keyset.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindList } from '../http/bind-list.ts'
import { equals } from '../http/list-page.ts'
import type { Services } from '../http/services.ts'
import { costOfMonths } from '../receipts/receipts.ts'
import { findJumps, isUnusual, showThreats, threatColumns } from './attacks.ts'

const sorts = {
  // Ids rise with time.
  created_at: { column: 'organizations.id', type: 'text', isUnique: true },
  name: { column: 'organizations.name_key', type: 'text', isUnique: true },
} as const satisfies Record<string, SortColumn>

/** GET /admin/organizations (R276, R360): all organizations with their billed totals. */
export function listOrganizations(services: Services) {
  const { database, clock } = services
  return bindList(services, listOrganizationsEndpoint, {
    item: organization,
    query: async ({ id, industry, gateway, attacks }) => ({
      table: { name: 'organizations', read: (part) => readPart(organizationRows(services), part) },
      sorts,
      usual: { sort: 'created_at', order: 'asc' },
      filters: [equals('organizations.id', id), equals('organizations.industry', industry)],
      conditions: [gateway && isSilent, attacks && (await haveJumped(database, clock()))],
      countAll: () => countOrganizations(database),
    }),
    show: (row) => showOrganization(row, clock()),
  })
}

const isSilent = sql<boolean>`exists (select 1 from arrivals
  where arrivals.organization_id = organizations.id and arrivals.silent_since is not null)`

/** Few organizations, which are compared as the overview does. */
async function haveJumped(database: Database, now: Date) {
  const jumps = await findJumps(database, now)
  return isOneOf(
    database,
    'organizations.id',
    jumps.map(({ id }) => id),
  )
}

async function countOrganizations(database: Database): Promise<number> {
  return countRows(database.selectFrom('organizations'))
}

type OrganizationRow = Awaited<ReturnType<typeof readPart>>[number]

/** A row of a list, each field by its name (see show-user.ts). */
export function showOrganization(row: Omit<OrganizationRow, 'sort_key'>, now: Date) {
  const { recent, usual } = showThreats(row, now)
  return {
    id: row.id,
    name: row.name,
    industry: row.industry,
    contact_email: row.contact_email,
    phone: row.phone,
    address: row.address,
    website: row.website,
    employee_count: row.employee_count,
    created_at: row.created_at,
    gateway_silent_since: row.gateway_silent_since,
    suspended_at: row.suspended_at,
    locale: row.locale,
    recent_threats: recent,
    usual_threats: usual,
    has_unusual_attacks: isUnusual(row, now),
    total_scans: Number(row.scans),
    total_cost: jodOf(Number(row.cost_fils)),
  }
}

type RowServices = Pick<Services, 'database' | 'prices' | 'clock'>

/** With the scans of all months and the threats of the last weeks. */
export function organizationRows({ database, prices, clock }: RowServices) {
  return database
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
      'suspended_at',
      'locale',
    ])
    .select([...threatColumns(clock())])
    .select((query) =>
      query
        .selectFrom('monthly_scans')
        .select(sql<number | null>`sum(safe + suspicious + malicious)`.as('scans'))
        .whereRef('monthly_scans.organization_id', '=', 'organizations.id')
        .as('scans'),
    )
    .select((query) =>
      query
        .selectFrom('monthly_scans')
        .select(costOfMonths(prices).as('cost'))
        .whereRef('monthly_scans.organization_id', '=', 'organizations.id')
        .as('cost_fils'),
    )
    .select((query) =>
      query
        .selectFrom('arrivals')
        .select('silent_since')
        .whereRef('arrivals.organization_id', '=', 'organizations.id')
        .as('gateway_silent_since'),
    )
}

function readPart(
  rows: ReturnType<typeof organizationRows>,
  { condition, sortKey, order, limit }: Part,
) {
  return rows
    .select(sortKey.as('sort_key'))
    .where(condition)
    .orderBy(order)
    .limit(sql.lit(limit))
    .execute()
}
