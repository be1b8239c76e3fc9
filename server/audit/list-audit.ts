import * as v from 'valibot'
import { listAuditEndpoint } from '../../contract/audit/list-audit.ts'
import type { Database } from '../database/tables/tables.ts'
import { requireUser } from '../http/authentication.ts'
import { bindResponse } from '../http/bind.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { type ListQuery, openList } from '../http/list-page.ts'
import type { Services } from '../http/services.ts'
import { type Entry, type EntryFilter, nameEntries, readEntries } from './entries.ts'

const usualPage = 100

/** GET /admin/audit, an addition: newest first. */
export function listAudit(services: Services) {
  const { database } = services
  return bindResponse(services, listAuditEndpoint, async (read, context) => {
    await requireUser(services, context, listAuditEndpoint)
    const input = (await read()) ?? {}
    const list = await openList(database, listAuditEndpoint, input, auditQuery(database, input))
    const { rows, headers } = await list.page(input.limit ?? usualPage)
    const named = await nameEntries(database, rows)
    return jsonAnswer(v.parse(listAuditEndpoint.output, named), { headers })
  })
}

export function auditQuery(database: Database, filter: EntryFilter): ListQuery<Entry, 'at'> {
  return {
    table: (order) => readEntries(database, filter, order),
    sorts: { at: { column: 'audit.at', type: 'text', isUnique: false } },
    usual: { sort: 'at', order: 'desc' },
  }
}
