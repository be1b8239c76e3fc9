import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { id, object, text } from '../fields/basic.ts'
import { pageFields } from '../fields/page.ts'

const { limit, cursor } = pageFields

/** One act: who, what, whom or what it was done to, when and from where; ids instead of names. */
const auditEntry = object({
  id,
  at: text,
  /** Null for somebody unknown, and for the operator's commands. */
  actor_id: v.nullish(id, null),
  actor_role: text,
  action: text,
  target_type: text,
  target_id: v.nullish(id, null),
  address: text,
  detail: text,
})

/** GET /admin/audit, an addition: the newest first, always in pages, at first 100 at a time. */
export const adminAuditEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'view:admin',
  input: v.optional(v.strictObject({ limit, cursor })),
  output: v.array(auditEntry),
})
