import * as v from 'valibot'
import { givenOrganization } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'

export const organizationNotEmpty = defineError(409, 'organization_not_empty', {
  description: 'The organization has users, or scans or receipts that belong to its bills',
  params: v.object({ users: v.number(), is_billed: v.boolean() }),
  example: { users: 12, is_billed: false },
  sentence: ({ users, is_billed }) =>
    `This organization has ${[...(users > 0 ? [`users (${users})`] : []), ...(is_billed ? ['billed scans'] : [])].join(' and ')}. Only an empty one can be removed; suspend it instead.`,
})

/** Removes an organization without users, scans and receipts, with its gateway keys. */
export const removeOrganizationEndpoint = defineEndpoint('DELETE /admin/organizations/:id', {
  summary: 'Remove an empty organization',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: field(givenOrganization, 'The organization to remove.') }),
  errors: [unknownOrganization, organizationNotEmpty],
})
