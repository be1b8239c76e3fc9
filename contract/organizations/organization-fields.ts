import * as v from 'valibot'
import { count, countOrNull, falseIfMissing, id, object, text, time } from '../core/basic.ts'
import { field, shown } from '../core/field.ts'
import { chosenLocale } from '../core/locale-field.ts'
import { user } from '../users/user.ts'

export const industries = ['finance', 'health_tech', 'insurance', 'other'] as const

/** A client organization (R276). */
export const organization = object({
  id: field(id, 'The id of the row.', shown.organization),
  name: field(text, 'The name, unique whatever its case.', 'Cedar Clinic'),
  industry: field(
    v.fallback(v.picklist(industries), 'other'),
    'The branch of business.',
    'health_tech',
  ),
  contact_email: field(text, 'Where Aman writes to.', 'office@clinic.example', 'email'),
  phone: user.entries.phone,
  address: field(text, 'The postal address.', '12 Rainbow Street, Amman'),
  website: field(text, 'The website, as it was entered.', 'https://clinic.example'),
  employee_count: field(count, 'How many people work there.', 120),
  total_scans: field(count, 'Mails scanned for the organization.', 12345),
  total_cost: field(count, 'What they cost, in JOD.', 1234.5),
  created_at: field(text, 'When it was created.', '2025-01-05T08:00:00.000Z'),
  gateway_silent_since: field(
    time,
    'The last report of a gateway that was heard before and is silent for too long; null while it reports.',
  ),
  suspended_at: field(time, 'Since when the organization is suspended; null while it is not.'),
  recent_threats: field(countOrNull, 'Threats of the last 7 days.', 42),
  usual_threats: field(countOrNull, 'Threats of a usual week of the 4 before them.', 6.5),
  has_unusual_attacks: field(
    falseIfMissing,
    'Whether these are many more than usual; never for a suspended organization.',
  ),
  locale: field(
    chosenLocale,
    'The language of users who have not chosen one, and of mails to the organization; null for English.',
    'ar',
  ),
})
export type Organization = v.InferOutput<typeof organization>
