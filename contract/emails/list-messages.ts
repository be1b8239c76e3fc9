import * as v from 'valibot'
import { givenText, oneLine } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'
import { listInput, searchField } from '../core/page.ts'
import { parseTime } from '../core/time.ts'
import { message, messageExample, messageFields } from './message-fields.ts'
import { threatLevels } from './threat-level.ts'

const givenTime = v.pipe(
  givenText(limits.time),
  oneLine,
  v.check((given) => parseTime(given) !== undefined, 'not_a_time' satisfies FieldCode),
)

/**
 * GET /messages, an addition: the judged mail of the signed-in user that is kept, newest first. It is
 * always paginated, with 50 messages in a page by default.
 */
export const listMessagesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/messages',
  access: 'view:own',
  takesLocale: true,
  input: listInput(['timestamp', 'sender'], {
    ...searchField,
    level: v.optional(v.picklist(threatLevels)),
    from: v.optional(givenTime),
    to: v.optional(givenTime),
  }),
  output: v.array(message),
})

export const listMessagesCall = describeCall(listMessagesEndpoint, {
  summary: 'Mail of the signed-in user, in pages',
  description:
    'Every judged mail that is kept: safe and suspicious mail for 30 days, malicious mail without its subject and address.',
  tag: 'Dashboards',
  fields: [
    messageFields,
    {
      q: { description: 'Finds mail whose sender or subject contains this text.', example: 'bank' },
      level: { description: 'Mail with this verdict.', example: 'suspicious' },
      from: { description: 'Mail received at this time or later.', example: '2025-03-01' },
      to: { description: 'Mail received before this time.', example: '2025-03-08T00:00:00Z' },
    },
  ],
  examples: { input: { limit: 50, q: 'invoice' }, output: [messageExample] },
})
