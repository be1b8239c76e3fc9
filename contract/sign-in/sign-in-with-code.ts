import * as v from 'valibot'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { givenCode } from './factor.ts'
import { challenge } from './passkey.ts'
import { signedIn, singleSignOnRequired, wrongCredentials } from './sign-in-with-password.ts'

export const wrongCode = defineError(401, 'wrong_code', {
  description: 'The code is wrong, or was used before',
  sentence: () => 'This code is not valid. A code works once: wait for the next one.',
  fields: () => ['code'],
})

export const challengeEnded = defineError(401, 'challenge_ended', {
  description: 'The challenge is unknown, used, too old, or of another browser',
  sentence: () => 'This took too long. Start again.',
})

export const tooManyCodes = defineError(429, 'too_many_codes', {
  description: 'Too many wrong codes for this user',
  sentence: () => 'Too many wrong codes. Try again later.',
})

/*
 * The second step of a sign-in, additions. The cookie of the first step comes with each call, so
 * the paths are below that of the sign-in.
 */

export const signInWithCodeEndpoint = defineEndpoint('POST /auth/login/code', {
  summary: 'Complete a sign-in with a code',
  access: 'public',
  sendsCookies: true,
  input: v.strictObject({
    challenge,
    code: field(givenCode, 'A code of the authenticator app, or a recovery code.', '123456'),
  }),
  output: signedIn,
  errors: [wrongCode, challengeEnded, wrongCredentials, singleSignOnRequired, tooManyCodes],
})
