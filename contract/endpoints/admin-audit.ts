import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { filledLine, givenId, id, object, text } from '../fields/basic.ts'
import { listInput } from '../fields/page.ts'
import { limits } from '../limits.ts'

/** One action: who did what to which target, when and from where. Holds ids instead of names. */
const auditEntry = object({
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
