import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { object } from '../fields/basic.ts'
import { pageInput } from '../fields/page.ts'
import { user } from '../fields/user.ts'

/** GET /admin/users (R359): all users as a bare list; some backends wrap it. */
export const adminUsersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/users',
  access: 'view:admin',
  input: pageInput,
  output: v.union([
    v.array(user),
    v.pipe(
      object({ users: v.array(user) }),
      v.transform(({ users }) => users),
    ),
  ]),
})
