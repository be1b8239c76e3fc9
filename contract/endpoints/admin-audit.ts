import * as v from 'valibot'
import { describeCall } from '../call.ts'
import { defineEndpoint } from '../endpoint.ts'
import { filledLine, givenId, id, object, text } from '../fields/basic.ts'
import { listInput } from '../fields/page.ts'
import { limits } from '../limits.ts'

/** One action: who did what to which target, when and from where. Holds ids instead of names. */
export const auditEntry = object({
  id,
  at: text,
  /** Null for an unknown user and for the operator's commands. */
  actor_id: v.nullish(id, null),
  actor_role: text,
  action: text,
  target_type: text,
  target_id: v.nullish(id, null),
  address: text,
  detail: text,
})

/** GET /admin/audit, an addition: newest first, always paginated, 100 entries per page by default. */
export const adminAuditEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'view:admin',
  input: listInput(['at'], {
    actor_id: v.optional(givenId),
    action: v.optional(filledLine(limits.id)),
    target_id: v.optional(givenId),
  }),
  output: v.array(auditEntry),
})

export const adminAuditCall = describeCall(adminAuditEndpoint, {
  summary: 'The audit trail, in pages',
  tag: 'Administration',
  fields: [
    {
      at: { description: 'When it happened.', format: 'date-time' },
      actor_id: {
        description:
          "The user who acted; null for an unknown user and for the operator's commands.",
        example: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
      },
      actor_role: "The actor's role at that time.",
      action: { description: 'What was done.', example: 'organization-create' },
      target_type: 'What kind of row it was done to.',
      target_id: {
        description: 'The row that it was done to.',
        example: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      },
      address: 'The network address of the caller.',
      detail: 'More about it; empty if there is nothing to add.',
    },
  ],
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
      },
    ],
  },
})
