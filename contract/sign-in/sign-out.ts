import { unreadAnswer } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/** Ends this session on the server. The site ignores failures. */
export const signOutEndpoint = defineEndpoint('POST /auth/logout', {
  summary: 'End this session',
  access: 'signed-in',
  isForExtensions: true,
  isOpenWhileRestricted: true,
  output: unreadAnswer,
})
