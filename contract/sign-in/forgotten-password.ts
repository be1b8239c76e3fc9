import * as v from 'valibot'
import { givenLogin } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'

export const resetNotOffered = defineError(409, 'reset_not_offered', {
  description: 'The server has no PUBLIC_URL, or no way to send mail',
  sentence: () => 'This server sends no mail. Ask your administrator for a new password.',
})

export const tooManyResets = defineError(429, 'too_many_resets', {
  description: 'Too many requests from this address, or from this known browser',
  sentence: () => 'Too many requests for a new password. Try again later.',
})

/**
 * The same answer for every username and email, given before the server looks for the user. The
 * path is one to which browsers send the cookies of sign-in.
 */
export const forgottenPasswordEndpoint = defineEndpoint('POST /auth/login/forgotten-password', {
  summary: 'Ask for a link to set a new password',
  description:
    'The answer says nothing about whether there is such a user. An active user with a password gets a mail with a link that works once, for 30 minutes. Of links that strangers ask for a user gets three within 20 minutes; further requests are answered alike and leave these as they are. A browser in which the user has signed in before has an allowance of its own.',
  formerPath: '/auth/forgotten-password',
  access: 'public',
  sendsCookies: true,
  input: v.strictObject({
    login: field(givenLogin(limits.email), 'The username or the email address.', 'rania'),
  }),
  errors: [resetNotOffered, tooManyResets],
})
