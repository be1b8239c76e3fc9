import * as v from 'valibot'
import { givenLogin, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { limits } from '../core/limits.ts'
import { knownPassword } from '../core/password.ts'
import { roles } from '../core/permissions.ts'
import { factorMethods } from './factor.ts'

/** The answer of every call that begins a session. */
export const signedIn = object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  // An unknown role is treated as an employee.
  user_role: v.nullish(v.fallback(v.picklist(roles), 'employee')),
})

export const signedInFields: FieldDescriptions = {
  access_token: 'The bearer token of the session.',
  user_role: "The user's role, which leads to the first screen.",
}

/** POST /auth/login (R003, R053, R348). 401 has the same `detail` for a wrong username or password. */
export const signInWithPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  // A browser that has signed in before has its own limit of failed attempts.
  sendsCookies: true,
  input: v.strictObject({
    username: givenLogin(limits.email),
    password: knownPassword,
  }),
  output: signedIn,
})

/** The same for an unknown username, a wrong password and an inactive user. */
export const wrongCredentials = defineError({
  code: 'wrong_credentials',
  status: 401,
  description:
    'The name or the password is wrong, two users have the name, or the user is inactive',
  params: noParams,
  sentence: () => 'Incorrect username or password',
})

/**
 * The password is right, and the user has a second factor. The browser gets a cookie with it that
 * the second step needs.
 */
export const secondFactorRequired = defineError({
  code: 'second_factor_required',
  status: 401,
  description: 'The password is right; the second step is still missing',
  params: object({
    challenge: v.string(),
    methods: v.array(v.picklist(factorMethods)),
    seconds_left: v.number(),
  }),
  example: {
    challenge: 'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A',
    methods: ['totp', 'recovery-code'],
    seconds_left: 300,
  },
  sentence: () => 'A second step is needed to sign in.',
})

/** The password is right, and the organization lets its users sign in by single sign-on only. */
export const singleSignOnRequired = defineError({
  code: 'single_sign_on_required',
  status: 401,
  description: 'The password is right; the organization allows single sign-on only',
  params: noParams,
  sentence: () => 'Your organization signs in by single sign-on. Use that instead of a password.',
})

export const tooManySignIns = defineError({
  code: 'too_many_sign_ins',
  status: 429,
  description: 'Too many failed sign-ins with this username or from this address',
  params: noParams,
  sentence: () => 'Too many failed sign-ins. Try again later.',
})

export const signInWithPasswordCall = describeCall(signInWithPasswordEndpoint, {
  summary: 'Sign in',
  tag: 'Sign-in',
  fields: [
    signedInFields,
    { username: 'The username or the email of the user.', password: 'The password, untouched.' },
  ],
  examples: {
    input: { username: 'rania', password: 'violet kettle drum' },
    output: { access_token: 'mJ0V4hC5bq8S3nT7wXzK1rY6uE9aLdPfGi2oQxBvNcM', user_role: 'employee' },
  },
  errors: [wrongCredentials, secondFactorRequired, singleSignOnRequired, tooManySignIns, busy],
})
