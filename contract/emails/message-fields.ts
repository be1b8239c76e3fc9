import * as v from 'valibot'
import { object, time } from '../core/basic.ts'
import { field } from '../core/field.ts'
import { threat } from './threat.ts'

/** A result of RFC 8601; null if the gateway did not report it. */
const result = v.nullish(v.string(), null)

/** A judged mail that is kept, as its recipient sees it. */
export const message = object({
  ...threat.entries,
  delete_after: field(
    time,
    'When the mail is deleted; null for malicious mail, which is kept.',
    '2025-03-31T09:30:00.000Z',
  ),
  authentication: field(
    v.nullish(
      object({
        spf: field(result, 'The result of SPF; null if it was not reported.', 'fail'),
        dkim: field(result, 'The result of DKIM; null if it was not reported.', 'none'),
        dmarc: field(result, 'The result of DMARC; null if it was not reported.', 'fail'),
      }),
      {},
    ),
    'What the receiving server found out about the origin (RFC 8601).',
  ),
})
export type Message = v.InferOutput<typeof message>
