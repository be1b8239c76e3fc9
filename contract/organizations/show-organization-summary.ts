import * as v from 'valibot'
import { count, givenId, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { organization, organizationExample, organizationFields } from './organization-fields.ts'

/** The newest months of the answer. */
export const mostMonths = 24

/** GET /admin/organizations/{organization_id}/summary, an addition: what the page of an organization shows. */
export const showOrganizationSummaryEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/organizations/:organization_id/summary',
  access: 'view:admin',
  input: v.strictObject({ organization_id: givenId }),
  output: object({
    organization,
    users: object({ total: count, active: count, invited: count }),
    gateway_keys: count,
    months: v.nullish(
      v.array(
        object({ month: text, safe: count, suspicious: count, malicious: count, cost: count }),
      ),
      [],
    ),
  }),
})

export const showOrganizationSummaryCall = describeCall(showOrganizationSummaryEndpoint, {
  summary: 'An organization in figures',
  tag: 'Administration',
  fields: [
    organizationFields,
    {
      organization_id: 'The organization.',
      organization: 'Its data, as in the list.',
      users: 'How many users it has.',
      total: 'All users.',
      active: { description: 'Users who may sign in.', example: 98 },
      invited: 'Active users who were invited and have not set a password.',
      gateway_keys: 'Gateway keys that are neither revoked nor expired.',
      months: `The newest ${mostMonths} months with mail, the newest first.`,
      month: 'The month, in UTC.',
      safe: 'Safe mails.',
      suspicious: 'Suspicious mails.',
      malicious: 'Malicious mails.',
      cost: 'What its mails cost, in JOD.',
    },
  ],
  examples: {
    input: { organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093' },
    output: {
      organization: organizationExample,
      users: { total: 100, active: 98, invited: 2 },
      gateway_keys: 1,
      months: [{ month: '2025-02', safe: 3100, suspicious: 40, malicious: 12, cost: 315.2 }],
    },
  },
  errors: [unknownOrganization],
})
