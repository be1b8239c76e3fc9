import * as v from 'valibot'
import { roles } from '../permissions.ts'
import { count, id, object, text } from './basic.ts'

/** A person, as the calls show one; the password is write-only and never here (R274, R275). */
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
  // Only a clear `false` opens the privacy notice (R273).
  has_consented: v.nullish(v.boolean(), true),
})
export type User = v.InferOutput<typeof user>
