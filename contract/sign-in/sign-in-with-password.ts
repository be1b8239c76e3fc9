import * as v from 'valibot'
import { givenLogin, object } from '../core/basic.ts'
import { busy } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { knownPassword } from '../core/password.ts'
import { roles } from '../core/permissions.ts'
import { factorMethods } from './factor.ts'

/** The answer of every call that begins a session. */
export const signedIn = object({
  access_token: field(
    v.pipe(v.string(), v.minLength(1)),
    'The bearer token of the session.',
    shown.link,
  ),
  // An unknown role is treated as an employee.
  user_role: field(
    v.nullish(v.fallback(v.picklist(roles), 'employee')),
    "The user's role, which leads to the first screen.",
  ),
})

/** The same for an unknown username, a wrong password and an inactive user. */
export const wrongCredentials = defineError(401, 'wrong_credentials', {
  description:
    'The name or the password is wrong, two users have the name, or the user is inactive',
  sentence: () => 'Incorrect username or password',
})

/**
 * The password is right, and the user has a second factor. The browser gets a cookie with it that
 * the second step needs.
 */
export const secondFactorRequired = defineError(401, 'second_factor_required', {
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
export const singleSignOnRequired = defineError(401, 'single_sign_on_required', {
  description: 'The password is right; the organization allows single sign-on only',
  sentence: () => 'Your organization signs in by single sign-on. Use that instead of a password.',
})

export const tooManySignIns = defineError(429, 'too_many_sign_ins', {
  description: 'Too many failed sign-ins with this username or from this address',
  sentence: () => 'Too many failed sign-ins. Try again later.',
})

/** 401 has the same `detail` for a wrong username or password. */
export const signInWithPasswordEndpoint = defineEndpoint('POST /auth/login', {
  summary: 'Sign in',
  access: 'public',
  // A browser that has signed in before has its own limit of failed attempts.
  sendsCookies: true,
  input: v.strictObject({
    username: field(givenLogin(limits.email), 'The username or the email of the user.', 'rania'),
    password: field(knownPassword, 'The password, untouched.', shown.password),
  }),
  output: signedIn,
  errors: [wrongCredentials, secondFactorRequired, singleSignOnRequired, tooManySignIns, busy],
})
