import * as v from 'valibot'
import { givenText, oneLine } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'
import { listInput, searchField } from '../core/page.ts'
import { parseTime } from '../core/time.ts'
import { message } from './message-fields.ts'
import { threatLevels } from './threat-level.ts'

const givenTime = v.pipe(
  givenText(limits.time),
  oneLine,
  v.check((given) => parseTime(given) !== undefined, 'not_a_time' satisfies FieldCode),
)

/**
 * The judged mail of the signed-in user that is kept, newest first. It is always paginated, with 50
 * messages in a page by default.
 */
export const listMessagesEndpoint = defineEndpoint('GET /messages', {
  summary: 'Mail of the signed-in user, in pages',
  description:
    'Every judged mail that is kept: safe and suspicious mail for 30 days, malicious mail without its subject and address.',
  access: 'view:own',
  takesLocale: true,
  input: listInput(['timestamp', 'sender'], {
    q: field(searchField.q, 'Finds mail whose sender or subject contains this text.', 'invoice'),
    level: field(v.optional(v.picklist(threatLevels)), 'Mail with this verdict.', 'suspicious'),
    from: field(v.optional(givenTime), 'Mail received at this time or later.', '2025-03-01', null),
    to: field(
      v.optional(givenTime),
      'Mail received before this time.',
      '2025-03-08T00:00:00Z',
      null,
    ),
  }),
  output: v.array(message),
})
