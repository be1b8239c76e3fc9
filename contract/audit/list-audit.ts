import * as v from 'valibot'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { listInput } from '../core/page.ts'
import { auditEntry, auditFields, auditFilters } from './audit-entry.ts'

/** GET /admin/audit, an addition: newest first, always paginated, 100 entries per page by default. */
export const listAuditEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'view:admin',
  input: listInput(['at'], auditFilters),
  output: v.array(auditEntry),
})

export const listAuditCall = describeCall(listAuditEndpoint, {
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
