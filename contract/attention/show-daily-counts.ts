import * as v from 'valibot'
import { count, givenOrganization, object, rows, text, textOrNull } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'

/** The days of the answer, with the current one. */
export const countedDays = 90

export const showDailyCountsEndpoint = defineEndpoint('GET /admin/daily-counts', {
  summary: 'Mail by day',
  description: `The last ${countedDays} days in UTC, of one organization or of all together.`,
  access: 'view:admin',
  input: v.optional(
    v.strictObject({
      organization_id: field(v.optional(givenOrganization), 'The organization; all without it.'),
    }),
    {},
  ),
  output: object({
    first_day: field(text, 'The first of the days.', '2024-12-02'),
    last_day: field(text, 'The current day.', '2025-03-01'),
    counted_since: field(
      textOrNull,
      'The first day that is known; before it mail was not counted by day. Null if there is none.',
      '2024-11-04',
    ),
    days: rows('The days on which mail was received, in order.', {
      day: field(text, 'The day of receipt.', '2025-03-01'),
      safe: field(count, 'Safe mails.', 120),
      suspicious: field(count, 'Suspicious mails.', 4),
      malicious: field(count, 'Malicious mails.', 1),
    }),
  }),
  errors: [unknownOrganization],
})
