import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { filledLine, givenId, givenText, optionalLine, savedAnswer } from '../fields/basic.ts'
import { email } from '../fields/email.ts'
import { limits } from '../limits.ts'
import { roles } from '../permissions.ts'

const name = filledLine(limits.name)

const shared = {
  username: name,
  email,
  full_name: name,
  role: v.picklist(roles),
  /** Null for a super admin without an organization. */
  organization_id: v.nullable(givenId),
  department: optionalLine(limits.name),
  phone: optionalLine(limits.phone),
  /** An addition: an inactive user cannot sign in. */
  is_active: v.optional(v.boolean()),
}

const password = v.pipe(
  givenText,
  v.minCodePoints(limits.password.shortest),
  v.maxCodePoints(limits.password.longest),
)

/**
 * POST /admin/users/detailed (R316, R362, R363): creates a user or, with an `id`, changes one; a blank
 * password then keeps the current one. 409 if the username or email is taken: a user is never
 * overwritten by name.
 */
export const adminUsersSaveEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/users/detailed',
  access: 'manage:users',
  input: v.union([
    v.strictObject({ ...shared, password }),
    v.strictObject({
      ...shared,
      id: givenId,
      password: v.optional(v.union([v.literal(''), password]), ''),
    }),
  ]),
  output: savedAnswer,
})
