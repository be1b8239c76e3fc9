import * as v from 'valibot'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { limits } from '../core/limits.ts'
import { auditFields, auditFilters } from './audit-entry.ts'

/**
 * POST /admin/audit/export, an addition: the newest entries that a filter finds, as a CSV file.
 * Not a GET, because it leaves an entry itself.
 */
export const exportAuditEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/audit/export',
  access: 'view:admin',
  timeoutMs: 120_000,
  answerType: 'text/csv',
  input: v.strictObject(auditFilters),
  output: v.string(),
})

export const exportAuditCall = describeCall(exportAuditEndpoint, {
  summary: 'The audit trail as a CSV file',
  description: `The newest first, at most ${limits.exportedEntries} entries, in UTF-8 with a byte order mark. Cells that a spreadsheet would run as a formula begin with an apostrophe.`,
  tag: 'Administration',
  fields: [auditFields],
  examples: {
    input: { action: 'organization-create' },
    output:
      '\uFEFFat,actor,actor_id,actor_role,action,target_type,target,target_id,organization,organization_id,address,detail\r\n',
  },
})
