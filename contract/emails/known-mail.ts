import * as v from 'valibot'
import { foreignLine, object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { mailSender } from '../core/mail-address.ts'
import { flag, flagTypes } from '../flags/flag.ts'
import { tooManyRequests } from '../support-requests/support-request.ts'
import { mailOpinions } from './mail-opinion.ts'
import { threatLevels } from './threat-level.ts'

/* A mail that the user has open in a webmail, known by its Message-ID. */

const messageId = field(
  v.pipe(foreignLine(limits.messageId), v.minLength(1)),
  'The Message-ID of the mail; stored only as an HMAC.',
  '<20250301093000.7@lookalike.example>',
)

export const showKnownMailEndpoint = defineEndpoint('POST /messages/known', {
  summary: 'What is known of a mail that the user has open elsewhere',
  description:
    'The strictest verdict on mail with this Message-ID to the user, and the flag that holds for its sender. Nothing is stored.',
  access: 'view:own',
  isForExtensions: true,
  takesLocale: true,
  input: v.strictObject({
    message_id: messageId,
    sender: field(mailSender, 'The address in its From header.', 'alerts@lookalike.example'),
  }),
  output: object({
    threat_level: field(
      v.nullish(v.picklist(threatLevels), null),
      'The verdict when it came; null for a mail that was not reported or is kept no longer.',
      'suspicious',
    ),
    reason: field(text, 'Why, in a sentence; empty if unknown.', 'A link hides where it leads'),
    flag_type: field(
      v.nullish(v.picklist(flagTypes), null),
      "The colour of the user's flag on the sender; null without one.",
      'red',
    ),
    flag_value: field(text, flag.entries.value),
  }),
})

export const reportKnownMailEndpoint = defineEndpoint('POST /mail-reports/known', {
  summary: 'Report a mail that the user has open elsewhere',
  description:
    'Like `POST /mail-reports`. A mail that no gateway reported counts as one that the user checked. The same report again is answered without a second mail.',
  access: 'view:own',
  isForExtensions: true,
  input: v.strictObject({
    message_id: messageId,
    opinion: field(v.picklist(mailOpinions), 'What the user says of the mail.'),
    threat_level: field(
      v.picklist(['safe', 'suspicious']),
      'The verdict of the judge where the mail is open.',
    ),
  }),
  errors: [tooManyRequests],
})
