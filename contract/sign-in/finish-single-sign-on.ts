import * as v from 'valibot'
import { givenText } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { signedIn, wrongCredentials } from './sign-in-with-password.ts'

export const singleSignOnEnded = defineError(401, 'single_sign_on_ended', {
  description: 'The code is unknown, used, older than 30 seconds, or of another browser',
  sentence: () => 'This took too long. Start again.',
})

export const finishSingleSignOnEndpoint = defineEndpoint('POST /auth/login/single-sign-on/finish', {
  summary: 'Complete a single sign-on',
  access: 'public',
  sendsCookies: true,
  input: v.strictObject({
    code: field(
      v.pipe(givenText(limits.challenge), v.minLength(1)),
      "The one-time code from the page's fragment. It works for 30 seconds.",
      'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A',
    ),
  }),
  output: signedIn,
  errors: [singleSignOnEnded, wrongCredentials],
})
