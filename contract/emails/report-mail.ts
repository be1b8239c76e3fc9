import * as v from 'valibot'
import { givenId, givenLines } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { tooManyRequests } from '../support-requests/support-request.ts'
import { mailOpinions } from './mail-opinion.ts'

/** The subject of a report: a mail that a gateway reported, or a mail that the user checked. */
const reportedKinds = ['scan', 'check'] as const

export const unknownMail = defineError(404, 'unknown_mail', {
  description: 'The user has no such scan or check; a check is kept for 30 days',
  sentence: () => 'You have no such email',
})

export const reportMailEndpoint = defineEndpoint('POST /mail-reports', {
  summary: 'Report one of the own mails as honest or dangerous',
  description:
    'About a scan of the dashboard or a check of `POST /mail-checks`. The team leads of the organization and support get a mail. The same report again is answered without a second mail.',
  access: 'view:own',
  input: v.strictObject({
    kind: field(v.picklist(reportedKinds), 'Whether `id` is that of a scan or of a check.'),
    id: field(givenId, 'The id of the scan or the check.', shown.message),
    opinion: field(v.picklist(mailOpinions), 'What the user says of the mail.'),
    note: field(
      v.optional(givenLines(limits.reportNote), ''),
      'More about it, in the words of the user.',
      'This is the newsletter of our supplier.',
    ),
  }),
  errors: [unknownMail, tooManyRequests],
})
