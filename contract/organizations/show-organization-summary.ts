import * as v from 'valibot'
import { count, givenOrganization, object, part, rows, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { organization } from './organization-fields.ts'

/** The newest months of the answer. */
export const mostMonths = 24

export const showOrganizationSummaryEndpoint = defineEndpoint(
  'GET /admin/organizations/:organization_id/summary',
  {
    summary: 'An organization in figures',
    access: 'view:admin',
    input: v.strictObject({
      organization_id: givenOrganization,
    }),
    output: object({
      organization: field(organization, 'Its data, as in the list.'),
      users: part('How many users it has.', {
        total: field(count, 'All users.', 100),
        active: field(count, 'Users who may sign in.', 98),
        invited: field(count, 'Active users who were invited and have not set a password.', 2),
      }),
      gateway_keys: field(count, 'Gateway keys that are neither revoked nor expired.', 1),
      months: rows(`The newest ${mostMonths} months with mail, the newest first.`, {
        month: field(text, 'The month, in UTC.', '2025-02'),
        safe: field(count, 'Safe mails.', 3100),
        suspicious: field(count, 'Suspicious mails.', 40),
        malicious: field(count, 'Malicious mails.', 12),
        cost: field(count, 'What its mails cost, in JOD.', 315.2),
      }),
    }),
    errors: [unknownOrganization],
  },
)
