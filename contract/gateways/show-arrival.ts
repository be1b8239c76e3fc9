import * as v from 'valibot'
import { givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { threatLevels } from '../emails/threat-level.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { refusedFields, refusedRequests } from './refused-requests.ts'

const time = v.nullish(v.string(), null)
const refused = v.nullish(v.array(refusedRequests), [])

/**
 * GET /admin/organizations/{organization_id}/arrival, an addition: what an organization's gateway
 * reported, and which of its requests were refused. The site asks while a panel is open, which does not extend the session.
 */
export const showArrivalEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/organizations/:organization_id/arrival',
  access: 'manage:organizations',
  isBackground: true,
  input: v.strictObject({ organization_id: givenId }),
  output: object({
    first_report_at: time,
    last_report_at: time,
    first_message_at: time,
    last_message_at: time,
    last_level: v.fallback(v.nullish(v.picklist(threatLevels), null), null),
    silent_since: time,
    refused,
    refused_without_organization: refused,
  }),
})

export const showArrivalCall = describeCall(showArrivalEndpoint, {
  summary: 'What arrived of the mail of an organization',
  description:
    'A report counts as heard even if none of its mail was for a user of the organization. It counts as a message only if some was. Refused requests are those of the last day; they are counted again from the first after a day without one.',
  tag: 'Administration',
  fields: [
    refusedFields,
    {
      organization_id: 'The organization that the gateways belong to.',
      first_report_at: {
        description: 'When the first report came; null if none came, or it was not noted then.',
        format: 'date-time',
      },
      last_report_at: {
        description: 'When the last report came, to the minute; null if none came.',
        format: 'date-time',
      },
      first_message_at: {
        description: 'When the first report with mail to a user of the organization came.',
        format: 'date-time',
      },
      last_message_at: {
        description: 'When the last report with mail to a user of the organization came.',
        format: 'date-time',
      },
      last_level: 'The verdict on the last message.',
      silent_since: {
        description:
          'The last report of a gateway that was heard before and is silent for too long; null while it reports.',
        format: 'date-time',
        example: '2025-03-01T09:30:00.000Z',
      },
      refused: 'Requests with keys of the organization that were refused, the last first.',
      refused_without_organization:
        'Requests to this server without a key or with an unknown one, of any organization.',
    },
  ],
  examples: {
    input: { organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093' },
    output: {
      first_report_at: '2025-03-01T09:28:00.000Z',
      last_report_at: '2025-03-01T09:30:00.000Z',
      first_message_at: '2025-03-01T09:29:00.000Z',
      last_message_at: '2025-03-01T09:30:00.000Z',
      last_level: 'safe',
      silent_since: null,
      refused: [
        {
          scope: 'report',
          reason: 'expired_key',
          count: 312,
          first_at: '2025-03-01T09:00:00.000Z',
          last_at: '2025-03-01T09:30:00.000Z',
        },
      ],
      refused_without_organization: [],
    },
  },
  errors: [unknownOrganization],
})
