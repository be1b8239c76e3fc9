import * as v from 'valibot'
import { givenId, givenOrganization, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { listInput, searchedDescription, searchField } from '../core/page.ts'
import { roles } from '../core/permissions.ts'
import { userNeeds } from './export-users.ts'
import { user } from './user.ts'

/** All users as a bare list; some backends wrap it. */
export const listUsersEndpoint = defineEndpoint('GET /admin/users', {
  summary: 'All users',
  description: searchedDescription,
  access: 'view:admin',
  input: listInput(['created_at', 'name', 'username', 'email', 'role', 'status'], {
    ...searchField,
    id: field(v.optional(givenId), 'The id of the row.'),
    role: field(v.optional(v.picklist(roles)), 'What the user may do.'),
    organization_id: field(
      v.optional(givenOrganization),
      'The organization of the user; null, or `none` in a filter, without one.',
    ),
    status: field(v.optional(v.picklist(['active', 'inactive'])), 'Active users may sign in.'),
    need: field(
      v.optional(v.picklist(userNeeds)),
      'Active users who were invited and have not come (`invitation`), or who have come and have no second factor (`factor`) or no watched mailbox (`mailbox`), or whose mailbox is not reached (`failing-mailbox`).',
    ),
  }),
  output: v.union([
    v.array(user),
    v.pipe(
      object({ users: v.array(user) }),
      v.transform(({ users }) => users),
    ),
  ]),
})
