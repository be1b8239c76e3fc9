import * as v from 'valibot'
import { givenId } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { mailOpinions } from '../emails/mail-opinion.ts'

export const unknownRequest = defineError(404, 'unknown_request', {
  description: 'There is no such report or support request that the user may close',
  sentence: () => 'There is no such request',
})

export const closeRequestEndpoint = defineEndpoint('POST /team/close-request', {
  summary: 'Close a report of a mail, or a support request',
  description:
    'Team leads close the reports of the members of their organization; super admins close every report, and support requests once they are answered. The same again changes nothing.',
  access: 'view:team',
  input: v.strictObject({
    id: field(givenId, 'The id of the report or of the support request.', shown.request),
    outcome: field(
      v.optional(v.picklist(mailOpinions)),
      'What the mail of a report turned out to be, which the judge of the organization learns.',
      'dangerous',
    ),
  }),
  errors: [unknownRequest],
})
