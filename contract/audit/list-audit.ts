import * as v from 'valibot'
import { defineEndpoint } from '../core/endpoint.ts'
import { listInput } from '../core/page.ts'
import { auditEntry, auditFilters } from './audit-entry.ts'

/** Newest first, always paginated, 100 entries per page by default. */
export const listAuditEndpoint = defineEndpoint('GET /admin/audit', {
  summary: 'The audit trail, in pages',
  access: 'view:admin',
  input: listInput(['at'], auditFilters),
  output: v.array(auditEntry),
})
