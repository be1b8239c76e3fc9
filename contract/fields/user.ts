import * as v from 'valibot'
import { roles } from '../permissions.ts'
import { count, id, object, text } from './basic.ts'

/** A user, as calls return it. The password is write-only and never included (R274, R275). */
export const user = object({
  id,
  username: text,
  email: text,
  full_name: text,
  role: v.fallback(v.picklist(roles), 'employee'),
  organization_id: v.nullish(id, null),
  department: text,
  phone: text,
  is_active: v.nullish(v.boolean(), true),
  risk_score: count,
  // Only an explicit `false` opens the privacy notice (R273).
  has_consented: v.nullish(v.boolean(), true),
})
export type User = v.InferOutput<typeof user>
