import * as v from 'valibot'
import { object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'

/** The sessions of the site may make all calls of their user, those of a browser extension a few. */
export const sessionScopes = ['site', 'extension'] as const
export type SessionScope = (typeof sessionScopes)[number]

/**
 * Seconds until the session expires without use; a duration, so that clocks need not agree. Null if a
 * backend does not send it; the site then does not warn before the session expires.
 */
export const idleSecondsLeft = v.nullish(v.number(), null)

const idleEnd = object({
  idle_seconds_left: field(idleSecondsLeft, 'Seconds until the session ends without use.', 1740),
})

export const showSessionEndpoint = defineEndpoint('GET /auth/session', {
  summary: 'When this session expires without use; does not extend it',
  access: 'signed-in',
  isOpenWhileRestricted: true,
  isBackground: true,
  output: idleEnd,
})

export const extendSessionEndpoint = defineEndpoint('POST /auth/session', {
  summary: 'Extend this session',
  access: 'signed-in',
  isOpenWhileRestricted: true,
  output: idleEnd,
})
