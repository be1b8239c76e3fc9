import { object, rows, text, time } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { supportRequestFields } from '../support-requests/support-request.ts'

export const listSupportRequestsEndpoint = defineEndpoint('GET /team/support-requests', {
  summary: 'What became of the own support requests',
  description: 'Those of the last 90 days, the newest first, at most 10.',
  access: 'view:team',
  output: object({
    requests: rows('The requests.', {
      ...supportRequestFields,
      at: field(text, 'When it was sent.', '2025-02-27T08:20:00.000Z'),
      answered_at: field(time, 'When support marked it as answered; null before.'),
    }),
  }),
})
