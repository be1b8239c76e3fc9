import * as v from 'valibot'
import { filledLine, givenId, id, object, text } from '../core/basic.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'
import { parseTime } from '../core/time.ts'

/** One action: who did what to which target, when and from where. */
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
  /** As they are named now; null for those without a name and for those that are removed. */
  actor_name: v.nullish(v.string(), null),
  target_name: v.nullish(v.string(), null),
  /** The organization of the target at that time, or else that of the actor. */
  organization_id: v.nullish(id, null),
  organization_name: v.nullish(v.string(), null),
})
export type AuditEntry = v.InferOutput<typeof auditEntry>

/** A date is the beginning of its day in UTC. */
const givenTime = v.pipe(
  filledLine(limits.id),
  v.check((given) => parseTime(given) !== undefined, 'not_a_time' satisfies FieldCode),
  v.transform((given) => parseTime(given)?.toISOString() ?? given),
)

/** Filters of the audit trail. */
export const auditFilters = {
  actor_id: v.optional(givenId),
  action: v.optional(filledLine(limits.id)),
  target_id: v.optional(givenId),
  organization_id: v.optional(givenId),
  from: v.optional(givenTime),
  to: v.optional(givenTime),
}

export const auditFields: FieldDescriptions = {
  at: { description: 'When it happened.', format: 'date-time' },
  actor_id: {
    description: "The user who acted; null for an unknown user and for the operator's commands.",
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
  actor_name: 'The present name of the actor; null where there is none.',
  target_name: 'The present name of the target; null where there is none. A flag is not named.',
  organization_id: {
    description:
      'The organization of the target at that time, or else that of the actor. A filter finds either.',
    example: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
  },
  organization_name: 'The present name of that organization.',
  from: {
    description: 'The earliest time.',
    format: 'date-time',
    example: '2025-03-01T00:00:00.000Z',
  },
  to: {
    description: 'The time before which the entries are.',
    format: 'date-time',
    example: '2025-04-01T00:00:00.000Z',
  },
}
