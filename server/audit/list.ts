import * as v from 'valibot'
import { adminAuditEndpoint } from '../../contract/endpoints/admin-audit.ts'
import type { Services } from '../core/services.ts'
import type { Part } from '../database/keyset.ts'
import type { Database } from '../database/tables.ts'
import { requireUser } from '../http/authentication.ts'
import { bindResponse } from '../http/bind.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { equals, openList } from '../http/list-page.ts'

const usualPage = 100

/** GET /admin/audit, an addition: newest first, since ids increase with time. */
export function listAudit(services: Services) {
  const { database } = services
  return bindResponse(services, adminAuditEndpoint, async (read, context) => {
    await requireUser(services, context, adminAuditEndpoint)
    const input = (await read()) ?? {}
    const list = await openList(database, adminAuditEndpoint, input, {
      table: { name: 'audit', read: (part) => findEntries(database, part) },
      sorts: { at: { column: 'audit.id', type: 'text', isUnique: true } },
      usual: { sort: 'at', order: 'desc' },
      filters: [
        equals('audit.target_id', input.target_id),
        equals('audit.actor_id', input.actor_id),
        equals('audit.action', input.action),
      ],
    })
    const { rows, headers } = await list.page(input.limit ?? usualPage)
    return jsonAnswer(v.parse(adminAuditEndpoint.output, rows), { headers })
  })
}

function findEntries(database: Database, { condition, sortKey, order, limit }: Part) {
  return database
    .selectFrom('audit')
    .selectAll()
    .select(sortKey.as('sort_key'))
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .execute()
}
