import * as v from 'valibot'
import { givenOrganization, object, time } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { threatLevels } from '../emails/threat-level.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { refusedRequests } from './refused-requests.ts'

const refused = v.nullish(v.array(refusedRequests), [])

/**
 * What an organization's gateway reported, and which of its requests were refused. The site asks
 * while a panel is open, which does not extend the session.
 */
export const showArrivalEndpoint = defineEndpoint(
  'GET /admin/organizations/:organization_id/arrival',
  {
    summary: 'What arrived of the mail of an organization',
    description:
      'A report counts as heard even if none of its mail was for a user of the organization. It counts as a message only if some was. Refused requests are those of the last day; they are counted again from the first after a day without one.',
    access: 'manage:organizations',
    isBackground: true,
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization that the gateways belong to.'),
    }),
    output: object({
      first_report_at: field(
        time,
        'When the first report came; null if none came, or it was not noted then.',
        '2025-03-01T09:28:00.000Z',
      ),
      last_report_at: field(time, 'When the last report came, to the minute; null if none came.'),
      first_message_at: field(
        time,
        'When the first report with mail to a user of the organization came.',
        '2025-03-01T09:29:00.000Z',
      ),
      last_message_at: field(
        time,
        'When the last report with mail to a user of the organization came.',
      ),
      last_level: field(
        v.fallback(v.nullish(v.picklist(threatLevels), null), null),
        'The verdict on the last message.',
      ),
      silent_since: field(
        time,
        'The last report of a gateway that was heard before and is silent for too long; null while it reports.',
      ),
      refused: field(
        refused,
        'Requests with keys of the organization that were refused, the last first.',
      ),
      refused_without_organization: field(
        refused,
        'Requests to this server without a key or with an unknown one, of any organization.',
      ),
    }),
    errors: [unknownOrganization],
  },
)
