import * as v from 'valibot'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { factorFields, givenChallenge, givenCode } from './factor.ts'
import {
  signedIn,
  signedInFields,
  singleSignOnRequired,
  wrongCredentials,
} from './sign-in-with-password.ts'

/*
 * The second step of a sign-in, additions. The cookie of the first step comes with each call, so
 * the paths are below that of the sign-in.
 */

/** POST /auth/login/code: a code of the authenticator app, or a recovery code. */
export const signInWithCodeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login/code',
  access: 'public',
  sendsCookies: true,
  input: v.strictObject({ challenge: givenChallenge, code: givenCode }),
  output: signedIn,
})

export const wrongCode = defineError({
  code: 'wrong_code',
  status: 401,
  description: 'The code is wrong, or was used before',
  params: noParams,
  sentence: () => 'This code is not valid. A code works once: wait for the next one.',
  fields: () => ['code'],
})

export const challengeEnded = defineError({
  code: 'challenge_ended',
  status: 401,
  description: 'The challenge is unknown, used, too old, or of another browser',
  params: noParams,
  sentence: () => 'This took too long. Start again.',
})

export const tooManyCodes = defineError({
  code: 'too_many_codes',
  status: 429,
  description: 'Too many wrong codes for this user',
  params: noParams,
  sentence: () => 'Too many wrong codes. Try again later.',
})

export const challenge = 'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A'

export const done = {
  access_token: 'mJ0V4hC5bq8S3nT7wXzK1rY6uE9aLdPfGi2oQxBvNcM',
  user_role: 'employee',
} as const

export const signInWithCodeCall = describeCall(signInWithCodeEndpoint, {
  summary: 'Complete a sign-in with a code',
  tag: 'Sign-in',
  fields: [factorFields, signedInFields],
  examples: { input: { challenge, code: '123456' }, output: done },
  errors: [wrongCode, challengeEnded, wrongCredentials, singleSignOnRequired, tooManyCodes],
})
