import * as v from 'valibot'
import { acknowledgement, givenId } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'

/**
 * DELETE /admin/organizations/{id}, an addition: removes an organization without users, scans and
 * receipts, with its gateway keys.
 */
export const removeOrganizationEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/admin/organizations/:id',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: givenId }),
  output: acknowledgement,
})

export const organizationNotEmpty = defineError({
  code: 'organization_not_empty',
  status: 409,
  description: 'The organization has users, or scans or receipts that belong to its bills',
  params: v.object({ users: v.number(), is_billed: v.boolean() }),
  example: { users: 12, is_billed: false },
  sentence: ({ users, is_billed }) =>
    `This organization has ${[...(users > 0 ? [`users (${users})`] : []), ...(is_billed ? ['billed scans'] : [])].join(' and ')}. Only an empty one can be removed; suspend it instead.`,
})

export const removeOrganizationCall = describeCall(removeOrganizationEndpoint, {
  summary: 'Remove an empty organization',
  tag: 'Administration',
  fields: [{ id: 'The organization to remove.' }],
  examples: { input: { id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093' }, output: { success: true } },
  errors: [unknownOrganization, organizationNotEmpty],
})
