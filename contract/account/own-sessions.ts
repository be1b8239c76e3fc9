import * as v from 'valibot'
import { acknowledgement, givenId, id, noInput, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'

const session = object({
  id,
  /** The name of the browser or program; empty if it is not known. */
  browser: text,
  system: text,
  address: text,
  created_at: text,
  last_used_at: text,
  is_current: v.nullish(v.boolean(), false),
})

/** GET /account/sessions, an addition: where the signed-in user is signed in. */
export const listSessionsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/account/sessions',
  access: 'signed-in',
  input: noInput,
  output: object({ sessions: v.array(session) }),
})

/** DELETE /account/sessions/:id, an addition: ends one session of the signed-in user. */
export const endOneSessionEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/account/sessions/:id',
  access: 'signed-in',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: givenId }),
  output: acknowledgement,
})

/** DELETE /account/sessions, an addition: ends all sessions of the user except this one. */
export const endAllOtherSessionsEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/account/sessions',
  access: 'signed-in',
  requiresRecentConfirmation: true,
  input: noInput,
  output: acknowledgement,
})

export const unknownSession = defineError({
  code: 'unknown_session',
  status: 404,
  description: 'The user has no such session',
  params: noParams,
  sentence: () => 'You have no such session',
})

const example = '0198a3c2-6d41-7a53-9b1e-2f7c5d904e17'

export const listSessionsCall = describeCall(listSessionsEndpoint, {
  summary: 'Where the user is signed in',
  tag: 'Account',
  fields: [
    {
      sessions: 'The open sessions, the one used last first.',
      id: 'Names the session; says nothing about its token.',
      browser: 'The browser, or the program that signed in; empty if unknown.',
      system: 'The operating system; empty if unknown.',
      address: 'The IP address of the sign-in; empty if unknown.',
      last_used_at: 'The last call, to the minute.',
      is_current: 'Whether this call is made with it.',
    },
  ],
  examples: {
    output: {
      sessions: [
        {
          id: example,
          browser: 'Firefox',
          system: 'Windows',
          address: '192.0.2.7',
          created_at: '2026-03-02T08:00:00.000Z',
          last_used_at: '2026-03-02T09:30:00.000Z',
          is_current: true,
        },
      ],
    },
  },
})

export const endOneSessionCall = describeCall(endOneSessionEndpoint, {
  summary: 'End one session of the user',
  tag: 'Account',
  fields: [{ id: 'The session to end.' }],
  examples: { input: { id: example }, output: { success: true } },
  errors: [unknownSession],
})

export const endAllOtherSessionsCall = describeCall(endAllOtherSessionsEndpoint, {
  summary: 'End all other sessions of the user',
  tag: 'Account',
  examples: { output: { success: true } },
})
