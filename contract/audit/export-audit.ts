import * as v from 'valibot'
import { defineEndpoint } from '../core/endpoint.ts'
import { limits } from '../core/limits.ts'
import { auditFilters } from './audit-entry.ts'

/**
 * The newest entries that a filter finds, as a CSV file. Not a GET, because it leaves an entry
 * itself.
 */
export const exportAuditEndpoint = defineEndpoint('POST /admin/audit/export', {
  summary: 'The audit trail as a CSV file',
  description: `The newest first, at most ${limits.exportedEntries} entries, in UTF-8 with a byte order mark. Cells that a spreadsheet would run as a formula begin with an apostrophe.`,
  access: 'view:admin',
  timeoutMs: 120_000,
  answerType: 'text/csv',
  input: v.strictObject(auditFilters),
  output: v.string(),
  examples: {
    input: { action: 'organization-create' },
    output:
      '\uFEFFat,actor,actor_id,actor_role,action,target_type,target,target_id,organization,organization_id,address,detail\r\n',
  },
})
