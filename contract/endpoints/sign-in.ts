import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { givenText, object, oneLine } from '../fields/basic.ts'
import { limits } from '../limits.ts'
import { roles } from '../permissions.ts'

/** POST /auth/login (R003, R053, R348). 401 has the same `detail` for a wrong username or password. */
export const signInEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  // A browser that has signed in before has its own limit of failed attempts.
  sendsCookies: true,
  input: v.strictObject({
    username: v.pipe(givenText, v.trim(), oneLine, v.minLength(1), v.maxCodePoints(limits.email)),
    password: v.pipe(v.string(), v.minLength(1), v.maxCodePoints(limits.password.longest)),
  }),
  output: object({
    access_token: v.pipe(v.string(), v.minLength(1)),
    // An unknown role is treated as an employee.
    user_role: v.nullish(v.fallback(v.picklist(roles), 'employee')),
  }),
})
