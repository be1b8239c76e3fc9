import { sql } from 'kysely'
import { issuedReceipt, listReceiptsEndpoint } from '../../contract/receipts/list-receipts.ts'
import { jodOf } from '../core/formats.ts'
import type { Part } from '../database/keyset.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindList } from '../http/bind-list.ts'
import type { Services } from '../http/services.ts'

/** GET /admin/receipts, the newest first. */
export function listReceipts(services: Services) {
  return bindList(services, listReceiptsEndpoint, {
    item: issuedReceipt,
    query: ({ organization_id }) => ({
      table: {
        name: 'receipts',
        read: (part) => readPart(services.database, part),
        ...(organization_id === undefined ? {} : scopeOf(organization_id)),
      },
      // Numbers rise with the time of issue.
      sorts: { issued_at: { column: 'receipts.number', type: 'text', isUnique: true } },
      usual: { sort: 'issued_at', order: 'desc' },
    }),
    show: ({ number, supplement, cost_fils, scans, ...receipt }) => ({
      ...receipt,
      id: number,
      is_supplement: supplement > 0,
      total_scans: scans,
      total_cost: jodOf(cost_fils),
    }),
  })
}

/** An organization has a receipt for each month, and few supplements. */
function scopeOf(organizationId: string) {
  return { scope: sql<boolean>`receipts.organization_id = ${organizationId}`, isShort: true }
}

function readPart(database: Database, { condition, sortKey, order, limit }: Part) {
  return database
    .selectFrom('receipts')
    .select(['number', 'month', 'supplement', 'issued_at', 'scans', 'cost_fils'])
    .select('number as id')
    .select(sortKey.as('sort_key'))
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .execute()
}
