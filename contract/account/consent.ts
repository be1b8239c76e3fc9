import { unreadAnswer } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'

export const consentEndpoint = defineEndpoint('POST /users/consent', {
  summary: 'Accept the privacy notice',
  access: 'signed-in',
  output: unreadAnswer,
})
