import * as v from 'valibot'
import { count, id, object, text } from '../core/basic.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { chosenLocale } from '../core/locale-field.ts'

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
  /** An addition: the last report of a gateway that is silent for too long. */
  gateway_silent_since: v.nullish(v.string(), null),
  /** An addition: since when it is suspended. */
  suspended_at: v.nullish(v.string(), null),
  /** Additions: the threats of the last 7 days and of a usual week before; null where unknown. */
  recent_threats: v.nullish(v.number(), null),
  usual_threats: v.nullish(v.number(), null),
  has_unusual_attacks: v.nullish(v.boolean(), false),
  /** An addition: the language of users who have not chosen one. */
  locale: chosenLocale,
})
export type Organization = v.InferOutput<typeof organization>

export const organizationExample = {
  id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
  name: 'Cedar Clinic',
  industry: 'health_tech',
  contact_email: 'office@clinic.example',
  phone: '+962 6 555 0100',
  address: '12 Rainbow Street, Amman',
  website: 'https://clinic.example',
  employee_count: 120,
  total_scans: 12_345,
  total_cost: 1234.5,
  created_at: '2025-01-05T08:00:00.000Z',
  gateway_silent_since: null,
  suspended_at: null,
  recent_threats: 42,
  usual_threats: 6.5,
  has_unusual_attacks: true,
  locale: 'ar',
} as const

export const organizationFields: FieldDescriptions = {
  name: 'The name, unique whatever its case.',
  industry: 'The branch of business.',
  contact_email: { description: 'Where Aman writes to.', format: 'email' },
  phone: 'The telephone number, as it was entered, in the digits 0 to 9.',
  address: 'The postal address.',
  website: 'The website, as it was entered.',
  employee_count: 'How many people work there.',
  total_scans: 'Mails scanned for the organization.',
  total_cost: 'What they cost, in JOD.',
  gateway_silent_since: {
    description:
      'The last report of a gateway that was heard before and is silent for too long; null while it reports.',
    format: 'date-time',
    example: '2025-03-01T09:30:00.000Z',
  },
  suspended_at: {
    description: 'Since when the organization is suspended; null while it is not.',
    format: 'date-time',
    example: '2025-03-01T09:30:00.000Z',
  },
  recent_threats: 'Threats of the last 7 days.',
  usual_threats: 'Threats of a usual week of the 4 before them.',
  has_unusual_attacks:
    'Whether these are many more than usual; never for a suspended organization.',
  locale:
    'The language of users who have not chosen one, and of mails to the organization; null for English.',
}
