import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { noInput, object } from '../fields/basic.ts'

/**
 * How long the session still holds if nothing is done, in seconds, so that no clocks have to agree.
 * Null where a backend does not say; then the site does not ask before the end.
 */
export const idleSecondsLeft = v.nullish(v.number(), null)

const idleEnd = object({ idle_seconds_left: idleSecondsLeft })

/** GET /auth/session, an addition: looks at the session, which does not count as use of it. */
export const sessionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/auth/session',
  access: 'signed-in',
  isBackground: true,
  input: noInput,
  output: idleEnd,
})

/** POST /auth/session, an addition: the person is there, so the session goes on. */
export const extendSessionEndpoint = defineEndpoint({
  method: 'POST',
  path: '/auth/session',
  access: 'signed-in',
  input: noInput,
  output: idleEnd,
})
