import * as v from 'valibot'
import { adminAuditEndpoint } from '../../src/lib/contract/admin-audit.ts'
import { requirePerson } from '../http/authentication.ts'
import { type Binding, bindResponse } from '../http/bind.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { nextLink } from '../http/next-link.ts'
import type { Parts } from '../parts.ts'

const usualPage = 100
/** Ids are hexadecimal. */
const beyondIds = 'z'

/** GET /admin/audit, an addition: ids rise with time, so that the newest have the greatest. */
export function listAudit(parts: Parts): Binding {
  return bindResponse(parts, adminAuditEndpoint, async (read, context) => {
    await requirePerson(parts, context, adminAuditEndpoint)
    const { limit = usualPage, cursor = beyondIds } = (await read()) ?? {}
    const found = await parts.database
      .selectFrom('audit')
      .selectAll()
      .where('id', '<', cursor)
      .orderBy('id', 'desc')
      // One more than wanted tells whether there is a next page.
      .limit(limit + 1)
      .execute()
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    const more = { limit: String(limit), cursor: last?.id ?? '' }
    return jsonAnswer(v.parse(adminAuditEndpoint.output, rows), {
      headers: found.length > limit ? { Link: nextLink(adminAuditEndpoint, more) } : {},
    })
  })
}
