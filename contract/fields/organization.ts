import * as v from 'valibot'
import { count, id, object, text } from './basic.ts'

export const industries = ['finance', 'health_tech', 'insurance', 'other'] as const

/** A client organization (R276). */
export const organization = object({
  id,
  name: text,
  industry: v.fallback(v.picklist(industries), 'other'),
  contact_email: text,
  phone: text,
  address: text,
  website: text,
  employee_count: count,
  total_scans: count,
  /** In JOD. */
  total_cost: count,
  created_at: text,
})
export type Organization = v.InferOutput<typeof organization>
