import * as v from 'valibot'
import { givenText } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { signedIn, signedInFields, wrongCredentials } from './sign-in-with-password.ts'

/** POST /auth/login/single-sign-on/finish: the one-time code, in the browser that began. */
export const finishSingleSignOnEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login/single-sign-on/finish',
  access: 'public',
  sendsCookies: true,
  input: v.strictObject({ code: v.pipe(givenText(limits.challenge), v.minLength(1)) }),
  output: signedIn,
})

export const singleSignOnEnded = defineError({
  code: 'single_sign_on_ended',
  status: 401,
  description: 'The code is unknown, used, older than 30 seconds, or of another browser',
  params: noParams,
  sentence: () => 'This took too long. Start again.',
})

export const finishSingleSignOnCall = describeCall(finishSingleSignOnEndpoint, {
  summary: 'Complete a single sign-on',
  tag: 'Sign-in',
  fields: [
    signedInFields,
    { code: "The one-time code from the page's fragment. It works for 30 seconds." },
  ],
  examples: {
    input: { code: 'Qm3xT0v8bE5hJ2sYc7nLr4wZ9kGdP1aFuXiOq6MtV_A' },
    output: { access_token: 'mJ0V4hC5bq8S3nT7wXzK1rY6uE9aLdPfGi2oQxBvNcM', user_role: 'employee' },
  },
  errors: [singleSignOnEnded, wrongCredentials],
})
