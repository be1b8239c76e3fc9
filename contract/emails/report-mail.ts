import * as v from 'valibot'
import { acknowledgement, givenId, givenLines } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { tooManyRequests } from '../support-requests/support-request.ts'

/** The subject of a report: a mail that a gateway reported, or a mail that the user checked. */
const reportedKinds = ['scan', 'check'] as const

/** The user's opinion of the mail. */
export const mailOpinions = ['honest', 'dangerous'] as const
export type MailOpinion = (typeof mailOpinions)[number]

/**
 * POST /mail-reports, an addition: a user says that the verdict on one of their own mails is wrong or
 * right. The team leads of the organization and support get a mail.
 */
export const reportMailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/mail-reports',
  access: 'view:own',
  input: v.strictObject({
    kind: v.picklist(reportedKinds),
    id: givenId,
    opinion: v.picklist(mailOpinions),
    note: v.optional(givenLines(limits.reportNote), ''),
  }),
  output: acknowledgement,
})

export const unknownMail = defineError({
  code: 'unknown_mail',
  status: 404,
  description: 'The user has no such scan or check; a check is kept for 30 days',
  params: noParams,
  sentence: () => 'You have no such email',
})

export const reportMailCall = describeCall(reportMailEndpoint, {
  summary: 'Report one of the own mails as honest or dangerous',
  description:
    'About a scan of the dashboard or a check of `POST /mail-checks`. The team leads of the organization and support get a mail. The same report again is answered without a second mail.',
  tag: 'Dashboards',
  fields: [
    {
      kind: 'Whether `id` is that of a scan or of a check.',
      id: 'The id of the scan or the check.',
      opinion: 'What the user says of the mail.',
      note: 'More about it, in the words of the user.',
    },
  ],
  examples: {
    input: {
      kind: 'scan',
      id: '0198a3c2-8e77-7f20-b6a1-d05c3b9e7a42',
      opinion: 'honest',
      note: 'This is the newsletter of our supplier.',
    },
    output: { success: true },
  },
  errors: [unknownMail, tooManyRequests],
})
