import { unreadAnswer } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/** The sessions of the site may make all calls of their user, those of a browser extension a few. */
export const sessionScopes = ['site', 'extension'] as const
export type SessionScope = (typeof sessionScopes)[number]

/** Ends this session on the server. The site ignores failures. */
export const signOutEndpoint = defineEndpoint('POST /auth/logout', {
  summary: 'End this session',
  access: 'signed-in',
  isForExtensions: true,
  isOpenWhileRestricted: true,
  output: unreadAnswer,
})
