import * as v from 'valibot'
import { object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { listInput, searchField } from '../core/page.ts'
import { user } from './user.ts'

const { id, username, email, full_name, role, department, is_active } = user.entries
const { invitation_expires_at, may_be_invited, manages_organization, second_factors, mailbox } =
  user.entries

/** A user of the own organization, as its organization admin sees them. */
export const organizationUser = object({
  ...{ id, username, email, full_name, role, department, is_active },
  ...{ invitation_expires_at, may_be_invited, manages_organization, second_factors, mailbox },
})
export type OrganizationUser = v.InferOutput<typeof organizationUser>

/** Without super admins, whom it does not concern. */
export const listOwnUsersEndpoint = defineEndpoint('GET /organization/users', {
  summary: 'The users of the own organization',
  description:
    'Employees and team leads. Those with `manages_organization`, among them the caller, cannot be changed by an organization admin.',
  access: 'manage:own-organization',
  input: listInput(['created_at', 'name', 'email', 'status'], {
    ...searchField,
    status: field(v.optional(v.picklist(['active', 'inactive'])), 'Active users may sign in.'),
  }),
  output: v.array(organizationUser),
})
