import * as v from 'valibot'
import { count, givenId, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'

/** The days of the answer, with the current one. */
export const countedDays = 90

/** GET /admin/daily-counts, an addition: mail by day of receipt. */
export const showDailyCountsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/daily-counts',
  access: 'view:admin',
  input: v.optional(v.strictObject({ organization_id: v.optional(givenId) }), {}),
  output: object({
    first_day: text,
    last_day: text,
    counted_since: v.nullish(v.string(), null),
    days: v.nullish(
      v.array(object({ day: text, safe: count, suspicious: count, malicious: count })),
      [],
    ),
  }),
})

export const showDailyCountsCall = describeCall(showDailyCountsEndpoint, {
  summary: 'Mail by day',
  description: `The last ${countedDays} days in UTC, of one organization or of all together.`,
  tag: 'Administration',
  fields: [
    {
      organization_id: 'The organization; all without it.',
      first_day: { description: 'The first of the days.', format: 'date' },
      last_day: { description: 'The current day.', format: 'date' },
      counted_since: {
        description:
          'The first day that is known; before it mail was not counted by day. Null if there is none.',
        format: 'date',
      },
      days: 'The days on which mail was received, in order.',
      day: { description: 'The day of receipt.', format: 'date' },
      safe: 'Safe mails.',
      suspicious: 'Suspicious mails.',
      malicious: 'Malicious mails.',
    },
  ],
  examples: {
    input: { organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093' },
    output: {
      first_day: '2024-12-02',
      last_day: '2025-03-01',
      counted_since: '2024-11-04',
      days: [{ day: '2025-03-01', safe: 120, suspicious: 4, malicious: 1 }],
    },
  },
  errors: [unknownOrganization],
})
