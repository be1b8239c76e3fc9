import * as v from 'valibot'
import { object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { listInput, searchField } from '../core/page.ts'
import { user, userExample, userFields } from './user.ts'

const { id, username, email, full_name, role, department, is_active } = user.entries
const { invitation_expires_at, may_be_invited, manages_organization, second_factors } = user.entries

/** A user of the own organization, as its organization admin sees them. */
export const organizationUser = object({
  ...{ id, username, email, full_name, role, department, is_active },
  ...{ invitation_expires_at, may_be_invited, manages_organization, second_factors },
})
export type OrganizationUser = v.InferOutput<typeof organizationUser>

/** GET /organization/users, an addition: without super admins, whom it does not concern. */
export const listOwnUsersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/organization/users',
  access: 'manage:own-organization',
  input: listInput(['created_at', 'name', 'email', 'status'], {
    ...searchField,
    status: v.optional(v.picklist(['active', 'inactive'])),
  }),
  output: v.array(organizationUser),
})

export const listOwnUsersCall = describeCall(listOwnUsersEndpoint, {
  summary: 'The users of the own organization',
  description:
    'Employees and team leads. Those with `manages_organization`, among them the caller, cannot be changed by an organization admin.',
  tag: 'Own organization',
  fields: [userFields, { status: { description: 'Active users may sign in.', example: 'active' } }],
  examples: {
    input: { limit: 20, q: 'rania' },
    output: [
      {
        id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
        username: userExample.username,
        email: userExample.email,
        full_name: userExample.full_name,
        role: 'employee',
        department: userExample.department,
        is_active: true,
      },
    ],
  },
})
