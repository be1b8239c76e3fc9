import * as v from 'valibot'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { limits } from '../core/limits.ts'
import { listInput } from '../core/page.ts'
import { auditEntry, auditFields, auditFilters } from './audit-entry.ts'

/** GET /admin/audit, an addition: newest first, always paginated, 100 entries per page by default. */
export const adminAuditEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'view:admin',
  input: listInput(['at'], auditFilters),
  output: v.array(auditEntry),
})

export const adminAuditCall = describeCall(adminAuditEndpoint, {
  summary: 'The audit trail, in pages',
  tag: 'Administration',
  fields: [auditFields],
  examples: {
    input: { limit: 100 },
    output: [
      {
        id: '0198a3c2-9a05-7e61-8f3d-60b7c2d1e894',
        at: '2025-03-01T09:30:00.000Z',
        actor_id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
        actor_role: 'super_admin',
        action: 'organization-create',
        target_type: 'organization',
        target_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
        address: '192.0.2.7',
        detail: '',
        actor_name: 'Rania Khoury',
        target_name: 'Cedar Clinic',
        organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
        organization_name: 'Cedar Clinic',
      },
    ],
  },
})

/**
 * POST /admin/audit/export, an addition (A797): the newest entries that a filter finds, as a CSV file.
 * Not a GET, because it leaves an entry itself.
 */
export const adminAuditExportEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/audit/export',
  access: 'view:admin',
  timeoutMs: 120_000,
  answerType: 'text/csv',
  input: v.strictObject(auditFilters),
  output: v.string(),
})

export const adminAuditExportCall = describeCall(adminAuditExportEndpoint, {
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
