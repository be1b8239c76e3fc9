import * as v from 'valibot'
import { id, object, text, textList } from '../core/basic.ts'
import { field, shown } from '../core/field.ts'
import { fates } from './disposition.ts'
import { threatLevels } from './threat-level.ts'

/** A judged mail, as its recipient sees it. */
export const threat = object({
  id: field(id, 'The id of the row.', shown.message),
  email_subject: field(
    text,
    'The subject; empty for malicious mail, of which none is kept.',
    'Confirm your account',
  ),
  sender_domain: field(text, 'The domain of the sender.', 'lookalike.example'),
  sender_address: field(
    text,
    'The address of the sender; empty for malicious mail, of which only the domain is kept.',
    '',
  ),
  // An unknown level is shown as suspicious: neither safe nor malicious.
  threat_level: field(
    v.fallback(v.picklist(threatLevels), 'suspicious'),
    'The verdict on the mail.',
    'malicious',
  ),
  detection_reason: field(text, 'Why the mail has its verdict.', 'The link leads elsewhere.'),
  timestamp: field(text, 'When the mail was received.', shown.time),
  disposition: field(
    v.fallback(v.nullish(v.picklist(fates), null), null),
    'What the mail gateway did with the mail, or `moved` while it is in the folder for dangerous mail of a watched mailbox.',
    'quarantined',
  ),
  scan_details: field(
    v.nullish(
      object({
        content_analysis: field(
          v.nullish(
            object({
              indicators: field(textList, 'What was observed in the mail.', ['link', 'urgency']),
            }),
            {},
          ),
          'What the content showed.',
        ),
      }),
      {},
    ),
    'More about the verdict.',
  ),
})
export type Threat = v.InferOutput<typeof threat>
