import { noInput, unreadAnswer } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'

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
