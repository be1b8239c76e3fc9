import * as v from 'valibot'
import { adminAuditEndpoint } from '../../contract/endpoints/admin-audit.ts'
import type { Services } from '../core/services.ts'
import { requireUser } from '../http/authentication.ts'
import { type Binding, bindResponse } from '../http/bind.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { nextLink } from '../http/next-link.ts'

const usualPage = 100
/** Greater than every id; ids are hexadecimal. */
const beyondIds = 'z'

/** GET /admin/audit, an addition: newest first, since ids increase with time. */
export function listAudit(services: Services): Binding {
  return bindResponse(services, adminAuditEndpoint, async (read, context) => {
    await requireUser(services, context, adminAuditEndpoint)
    const { limit = usualPage, cursor = beyondIds } = (await read()) ?? {}
    const found = await services.database
      .selectFrom('audit')
      .selectAll()
      .where('id', '<', cursor)
      .orderBy('id', 'desc')
      // One extra row shows whether there is a next page.
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
