import * as v from 'valibot'
import { object } from '../core/basic.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { threat } from './threat.ts'

/** A result of RFC 8601; null if the gateway did not report it. */
const result = v.nullish(v.string(), null)

/** A judged mail that is kept, as its recipient sees it. */
export const message = object({
  ...threat.entries,
  /** When the mail is deleted; null for malicious mail, which is kept. */
  delete_after: v.nullish(v.string(), null),
  authentication: v.nullish(object({ spf: result, dkim: result, dmarc: result }), {}),
})
export type Message = v.InferOutput<typeof message>

export const messageFields: FieldDescriptions = {
  email_subject: 'The subject; empty for malicious mail, of which none is kept.',
  sender_domain: 'The domain of the sender.',
  sender_address:
    'The address of the sender; empty for malicious mail, of which only the domain is kept.',
  timestamp: { description: 'When the mail was received.', format: 'date-time' },
  scan_details: 'More about the verdict.',
  content_analysis: 'What the content showed.',
  delete_after: {
    description: 'When the mail is deleted; null for malicious mail, which is kept.',
    format: 'date-time',
  },
  authentication: 'What the receiving server found out about the origin (RFC 8601).',
  spf: 'The result of SPF; null if it was not reported.',
  dkim: 'The result of DKIM; null if it was not reported.',
  dmarc: 'The result of DMARC; null if it was not reported.',
}

export const messageExample: v.InferInput<typeof message> = {
  id: '0198a3c2-8e77-7f20-b6a1-d05c3b9e7a42',
  email_subject: 'Your invoice for March',
  sender_domain: 'lookalike.example',
  sender_address: 'billing@lookalike.example',
  threat_level: 'suspicious',
  detection_reason: 'The link leads elsewhere.',
  timestamp: '2025-03-01T09:30:00.000Z',
  disposition: 'delivered',
  scan_details: { content_analysis: { indicators: ['link', 'urgency'] } },
  delete_after: '2025-03-31T09:30:00.000Z',
  authentication: { spf: 'fail', dkim: 'none', dmarc: 'fail' },
}
