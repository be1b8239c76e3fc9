import * as v from 'valibot'
import { noInput, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/**
 * Seconds until the session expires without use; a duration, so that clocks need not agree. Null if a
 * backend does not send it; the site then does not warn before the session expires.
 */
export const idleSecondsLeft = v.nullish(v.number(), null)

const idleEnd = object({ idle_seconds_left: idleSecondsLeft })

/** GET /auth/session, an addition: reads the session without extending it. */
export const showSessionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/auth/session',
  access: 'signed-in',
  isOpenWhileRestricted: true,
  isBackground: true,
  input: noInput,
  output: idleEnd,
})

/** POST /auth/session, an addition: extends the session because the user is active. */
export const extendSessionEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/session',
  access: 'signed-in',
  isOpenWhileRestricted: true,
  input: noInput,
  output: idleEnd,
})

export const showSessionCall = describeCall(showSessionEndpoint, {
  summary: 'When this session expires without use; does not extend it',
  tag: 'Sign-in',
  examples: { output: { idle_seconds_left: 1740 } },
})

export const extendSessionCall = describeCall(extendSessionEndpoint, {
  summary: 'Extend this session',
  tag: 'Sign-in',
  examples: { output: { idle_seconds_left: 3600 } },
})
