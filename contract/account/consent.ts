import { noInput, unreadAnswer } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/** POST /users/consent (R269, R350): the signed-in user accepts the privacy notice. */
export const consentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/users/consent',
  access: 'signed-in',
  input: noInput,
  output: unreadAnswer,
})

export const consentCall = describeCall(consentEndpoint, {
  summary: 'Accept the privacy notice',
  tag: 'Sign-in',
  examples: { output: { success: true } },
})
