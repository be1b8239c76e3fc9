import * as v from 'valibot'
import {
  filledLine,
  givenId,
  givenOrganization,
  id,
  object,
  text,
  textOrNull,
} from '../core/basic.ts'
import { field, shown } from '../core/field.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'
import { parseTime } from '../core/time.ts'

/** One action: who did what to which target, when and from where. */
export const auditEntry = object({
  id: field(id, 'The id of the row.', '0198a3c2-9a05-7e61-8f3d-60b7c2d1e894'),
  at: field(text, 'When it happened.', shown.time),
  actor_id: field(
    v.nullish(id, null),
    "The user who acted; null for an unknown user and for the operator's commands.",
  ),
  actor_role: field(text, "The actor's role at that time.", 'super_admin'),
  action: field(text, 'What was done.', 'organization-create'),
  target_type: field(text, 'What kind of row it was done to.', 'organization'),
  target_id: field(v.nullish(id, null), 'The row that it was done to.', shown.organization),
  address: field(text, 'The network address of the caller.', '192.0.2.7'),
  detail: field(text, 'More about it; empty if there is nothing to add.', ''),
  actor_name: field(
    textOrNull,
    'The present name of the actor; null where there is none.',
    'Rania Khoury',
  ),
  target_name: field(
    textOrNull,
    'The present name of the target; null where there is none. A flag is not named.',
    'Cedar Clinic',
  ),
  organization_id: field(
    v.nullish(id, null),
    'The organization of the target at that time, or else that of the actor. A filter finds either.',
    shown.organization,
  ),
  organization_name: field(textOrNull, 'The present name of that organization.', 'Cedar Clinic'),
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
  actor_id: field(v.optional(givenId), auditEntry.entries.actor_id),
  action: field(v.optional(filledLine(limits.id)), 'What was done.', 'organization-create'),
  target_id: field(v.optional(givenOrganization), 'The row that it was done to.'),
  organization_id: field(v.optional(givenOrganization), auditEntry.entries.organization_id),
  from: field(v.optional(givenTime), 'The earliest time.', '2025-03-01T00:00:00.000Z'),
  to: field(
    v.optional(givenTime),
    'The time before which the entries are.',
    '2025-04-01T00:00:00.000Z',
  ),
}
