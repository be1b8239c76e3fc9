import { describeCall } from '../call.ts'
import { defineEndpoint } from '../endpoint.ts'
import { noInput, unreadAnswer } from '../fields/basic.ts'

/** POST /auth/logout, an addition: ends this session on the server. The site ignores failures. */
export const signOutEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'signed-in',
  isOpenWhileRestricted: true,
  input: noInput,
  output: unreadAnswer,
})

export const signOutCall = describeCall(signOutEndpoint, {
  summary: 'End this session',
  tag: 'Sign-in',
  examples: { output: { success: true } },
})
