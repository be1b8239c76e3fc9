import * as v from 'valibot'
import { givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { listInput, searchedDescription, searchField } from '../core/page.ts'
import { roles } from '../core/permissions.ts'
import { userNeeds } from './export-users.ts'
import { user, userExample, userFields } from './user.ts'

/** GET /admin/users (R359): all users as a bare list; some backends wrap it. */
export const listUsersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/users',
  access: 'view:admin',
  input: listInput(['created_at', 'name', 'username', 'email', 'role', 'status'], {
    ...searchField,
    id: v.optional(givenId),
    role: v.optional(v.picklist(roles)),
    /** `none` for users without an organization. */
    organization_id: v.optional(givenId),
    status: v.optional(v.picklist(['active', 'inactive'])),
    need: v.optional(v.picklist(userNeeds)),
  }),
  output: v.union([
    v.array(user),
    v.pipe(
      object({ users: v.array(user) }),
      v.transform(({ users }) => users),
    ),
  ]),
})

export const listUsersCall = describeCall(listUsersEndpoint, {
  summary: 'All users',
  description: searchedDescription,
  tag: 'Administration',
  fields: [
    userFields,
    {
      organization_id: {
        description: 'The organization of the user; null, or `none` in a filter, without one.',
        example: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      },
    },
    {
      status: { description: 'Active users may sign in.', example: 'active' },
      need: {
        description:
          'Active users who were invited and have not come (`invitation`), or who have come and have no second factor (`factor`).',
        example: 'invitation',
      },
    },
  ],
  examples: { input: { limit: 20, q: 'rania' }, output: [userExample] },
})
