import * as v from 'valibot'
import { acknowledgement, givenLogin } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import { limits } from '../core/limits.ts'

/**
 * POST /auth/login/forgotten-password, an addition: the same answer for every username and email, given
 * before the server looks for the user. The path is one to which browsers send the cookies of sign-in.
 */
export const forgottenPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/login/forgotten-password',
  formerPath: '/auth/forgotten-password',
  access: 'public',
  sendsCookies: true,
  input: v.strictObject({
    login: givenLogin(limits.email),
  }),
  output: acknowledgement,
})

export const resetNotOffered = defineError({
  code: 'reset_not_offered',
  status: 409,
  description: 'The server has no PUBLIC_URL, or no way to send mail',
  params: noParams,
  sentence: () => 'This server sends no mail. Ask your administrator for a new password.',
})

export const tooManyResets = defineError({
  code: 'too_many_resets',
  status: 429,
  description: 'Too many requests from this address, or from this known browser',
  params: noParams,
  sentence: () => 'Too many requests for a new password. Try again later.',
})

export const forgottenPasswordCall = describeCall(forgottenPasswordEndpoint, {
  summary: 'Ask for a link to set a new password',
  description:
    'The answer says nothing about whether there is such a user. An active user with a password gets a mail with a link that works once, for 30 minutes. Of links that strangers ask for a user gets three within 20 minutes; further requests are answered alike and leave these as they are. A browser in which the user has signed in before has an allowance of its own.',
  tag: 'Sign-in',
  fields: [{ login: 'The username or the email address.' }],
  examples: { input: { login: 'rania' }, output: { success: true } },
  errors: [resetNotOffered, tooManyResets],
})
