import * as v from 'valibot'
import { acknowledgement, givenId } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'

/**
 * POST /admin/organizations/status, an addition: suspends an organization, or ends that. While it
 * is suspended its users cannot sign in and its gateways cannot report; its data stays.
 */
export const setOrganizationStatusEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/organizations/status',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: givenId, is_suspended: v.boolean() }),
  output: acknowledgement,
})

export const setOrganizationStatusCall = describeCall(setOrganizationStatusEndpoint, {
  summary: 'Suspend an organization, or end its suspension',
  description:
    'The sessions of its users end at once, except those of super admins. Reports of its gateways are rejected with 403, so that nothing is recorded or billed. The flags stay available to its gateways.',
  tag: 'Administration',
  fields: [
    {
      id: {
        description: 'The organization.',
        example: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      },
      is_suspended: { description: 'Whether it is suspended from now on.', example: true },
    },
  ],
  examples: {
    input: { id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093', is_suspended: true },
    output: { success: true },
  },
  errors: [unknownOrganization],
})
