import * as v from 'valibot'
import { givenOrganization } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'

export const setOrganizationStatusEndpoint = defineEndpoint('POST /admin/organizations/status', {
  summary: 'Suspend an organization, or end its suspension',
  description:
    'The sessions of its users end at once, except those of super admins. Reports of its gateways are rejected with 403, so that nothing is recorded or billed. The flags stay available to its gateways.',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({
    id: givenOrganization,
    is_suspended: field(v.boolean(), 'Whether it is suspended from now on.'),
  }),
  errors: [unknownOrganization],
})
