import * as v from 'valibot'
import { id, object, text, textList } from '../core/basic.ts'
import { dispositions } from './disposition.ts'
import { threatLevels } from './threat-level.ts'

/** A judged mail, as its recipient sees it. */
export const threat = object({
  id,
  email_subject: text,
  sender_domain: text,
  /** An addition: empty if only the domain is kept, as of malicious mail. */
  sender_address: text,
  // An unknown level is shown as suspicious: neither safe nor malicious.
  threat_level: v.fallback(v.picklist(threatLevels), 'suspicious'),
  detection_reason: text,
  timestamp: text,
  /** An addition: what became of the mail; null if the backend sends nothing or an unknown value. */
  disposition: v.fallback(v.nullish(v.picklist(dispositions), null), null),
  scan_details: v.nullish(
    object({ content_analysis: v.nullish(object({ indicators: textList }), {}) }),
    {},
  ),
})
export type Threat = v.InferOutput<typeof threat>
